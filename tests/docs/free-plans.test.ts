import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../docs/guides/free-plans.md', import.meta.url), 'utf8')

it('docs/guides/free-plans.md computes its example correctly', () => {
  const rows = [...page.matchAll(/\| `\w+`: ([\d,]+) × (\d+)( %)? +\| +([\d,]+) \|/g)]
  const counts = rows.map(([, visitors, factor, percent]) =>
    Math.round(parse(visitors!) * Number(factor) * (percent ? 0.01 : 1)),
  )
  expect(counts).toHaveLength(3)
  expect(rows.map(([, , , , count]) => parse(count!))).toEqual(counts)

  const month = counts.reduce((sum, count) => sum + count)
  const day = month / 30
  const withPreflights = month + parse(rows[0]![1]!)
  for (const statement of [
    `| **Together**             |  ${format(month)} |`,
    `That is ${format(day)} a day.`,
    `has ${format(day * 10)}.`,
    `${format(withPreflights)} a month.`,
    `${format((month / 10_000) * 2)} credits for the events`,
    `so ${format(month)} events cost ${format((month / 10_000) * 2)}.`,
    `${(day / 1000).toFixed(1)} % of a day, ${(day / 100).toFixed(1)} % of the busy one`,
    `${(month / 5000).toFixed(1)} %; \`OPTIONS\` is not counted`,
  ]) {
    expect(page).toContain(statement)
  }
})

function parse(number: string): number {
  return Number(number.replaceAll(',', ''))
}

function format(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}
