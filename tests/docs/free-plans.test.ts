import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

it('docs/start computes the example of the plans correctly', () => {
  const page = readPage('going-live')
  const rows = [...page.matchAll(/\| `\w+`: ([\d,]+) × (\d+)( %)? +\| +([\d,]+) \|/g)]
  const counts = rows.map(([, visitors, factor, percent]) =>
    Math.round(parse(visitors!) * Number(factor) * (percent ? 0.01 : 1)),
  )
  expect(counts).toHaveLength(3)
  expect(rows.map(([, , , , count]) => parse(count!))).toEqual(counts)

  const month = counts.reduce((sum, count) => sum + count)
  const day = month / 30
  const withPreflights = month + parse(rows[0]![1]!)
  for (const [name, statement] of [
    ['going-live', `| **Together**             |  ${format(month)} |`],
    ['going-live', `That is ${format(day)} a day.`],
    ['going-live', `has ${format(day * 10)}.`],
    ['going-live', `${format(withPreflights)} a month.`],
    ['netlify', `${format(month)} events cost ${format((month / 10_000) * 2)}.`],
    [
      'cloudflare',
      `${(day / 1000).toFixed(1)} % of a day, ${(day / 100).toFixed(1)} % of the busy one`,
    ],
    ['supabase', `${(month / 5000).toFixed(1)} %; \`OPTIONS\` is not counted`],
  ] as const) {
    expect(readPage(name)).toContain(statement)
  }
})

function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/start/${name}.md`, import.meta.url), 'utf8')
}

function parse(number: string): number {
  return Number(number.replaceAll(',', ''))
}

function format(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}
