import { renderResources } from '@conversion-capi/content'
import { lint } from 'markdownlint/promise'
import { describe, expect, it } from 'vitest'

import { schools } from './lib/schools.ts'

describe.each(schools)('markdownlint with the Markdown files of %s', (_, school) => {
  const files = renderResources(school).filter(({ path }) => /\.md$|^\/llms/.test(path))

  it('checks the Markdown version of /for-llm/, auth.md and both llms files', () => {
    expect(files.map(({ path }) => path).toSorted()).toEqual([
      '/auth.md',
      '/for-llm/index.md',
      '/llms-full.txt',
      '/llms.txt',
    ])
  })

  it.each(files.map(({ path, body }) => [path, body]))('accepts %s', async (_, body) => {
    expect(await check(body)).toEqual([])
  })
})

describe('markdownlint', () => {
  it('rejects a heading that skips a level', async () => {
    expect(await check('# School\n\n### Prices\n')).not.toEqual([])
  })
})

async function check(text: string): Promise<string[]> {
  // Each paragraph is one line.
  const config = { default: true, 'line-length': false }
  const { file } = await lint({ strings: { file: text }, config, noInlineConfig: true })
  return file!.map(({ lineNumber, ruleNames, ruleDescription, errorDetail }) =>
    [`line ${lineNumber}`, ruleNames[0], ruleDescription, errorDetail].join(': '),
  )
}
