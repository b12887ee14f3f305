import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ENV_NAMES } from '@conversion-capi/core/environment'
import { beforeAll, describe, expect, it } from 'vitest'

import { HOSTS } from '../../../packages/cli/src/lib/hosts/hosts.ts'
import { main } from '../../../packages/cli/src/lib/main.ts'
import { OTHER_VARIABLES } from './pages/environment-variables.ts'
import { writeReference } from './write-reference.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const pages: Record<string, string> = {}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reference-'))
  await writeReference(folder)
  for (const file of globSync('*.md', { cwd: folder })) {
    pages[file] = readFileSync(join(folder, file), 'utf8')
  }
  await rm(folder, { recursive: true })
})

describe('the environment variables', () => {
  it('that the source reads are all on the page, and no others', () => {
    const files = globSync(
      '{packages/{core,cli,meta,tracker,content,emulator},adapters/*}/src/**/*.ts',
      {
        cwd: ROOT,
        exclude: (path) => /\.(test|test-d|fixture|generated)\.ts$/.test(path),
      },
    )
    const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    const read = [
      /\benv\??\.?\[['"`]([A-Z_]+)['"`]\]/g,
      /\bprocess\.env\.([A-Z_]+)/g,
      /\{ ([A-Z_]+) \} = process\.env/g,
      /const variable = '([A-Z_]+)'/g,
    ].flatMap((pattern) => [...code.matchAll(pattern)].map(([, name]) => name!))
    const others = read.filter((name) => !ENV_NAMES.includes(name))
    expect([...new Set(others)].sort()).toEqual(Object.keys(OTHER_VARIABLES).sort())
  })
})

it.each(['init', 'dev', 'build', 'check', 'probe', 'visit', 'send', 'reconcile', 'doctor'])(
  'lists every flag that "%s --help" prints',
  async (command) => {
    let help = ''
    const stdout = { write: (text: string) => (help += text) }
    await main([command, '--help'], { stdout, stderr: stdout, env: {}, cwd: () => '/' } as never)
    const flags = [...help.matchAll(/^ +(--[\w-]+)/gm)].map(([, flag]) => flag!)
    const [, section] = pages['command-line.md']!.split(`\n## ${command}\n`)
    const listed = [...section!.split('\n## ')[0]!.matchAll(/^- `(--[\w-]+)/gm)]
    expect(flags).not.toEqual([])
    expect(listed.map(([, flag]) => flag)).toEqual(flags)
  },
)

it('describes each finding in sentences', () => {
  const [, ...findings] = pages['findings.md']!.split('\n### ')
  expect(findings.length).toBeGreaterThan(100)
  // A message can be one value, for example the reason that Meta gives.
  for (const finding of findings)
    expect(finding.split('\n\n')[1]?.trimEnd()).toMatch(/[.?]$|\{\w+\}$/)
})

describe('the customer information', () => {
  it('shows what is hashed for each key', () => {
    const page = pages['customer-information.md']!
    expect(headings(page).filter((text) => text.startsWith('`'))).toHaveLength(10)
    expect(page).toContain('- `M1 1AE` is hashed as `m11ae`')
    expect(page).toContain('- `3/4/1997` is dropped')
  })
})

it('a line with links to the pages of several hosts links to all of them', () => {
  const files = globSync('{docs,packages/*,adapters/*}/{,*/}*.md', { cwd: ROOT })
  const lines = files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'))
  const lists = lines
    .map((line) => ({ line, missing: HOSTS.filter((host) => !line.includes(`${host}.md)`)) }))
    .filter(({ missing }) => missing.length < HOSTS.length - 2)
  expect(lists.length).toBeGreaterThan(4)
  expect(lists.filter(({ missing }) => missing.length > 0)).toEqual([])
})

/** Returns the text of each heading. */
function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, text]) => text!)
}
