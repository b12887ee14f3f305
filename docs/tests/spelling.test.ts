import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { runBin } from '@conversion-capi/testing'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Lists unknown words. Those that are correct belong into `docs/words.txt`. */
function checkSpelling(...files: string[]): Promise<string> {
  const manifest = import.meta.resolve('cspell/package.json')
  return runBin(
    manifest,
    'cspell',
    ['--config=docs/cspell.json', '--no-progress', '--no-summary', ...files],
    ROOT,
  )
}

it('every word of the Markdown files is known', async () => {
  expect(await checkSpelling('**/*.md')).toBe('')
})

it('a misspelled word is found', async () => {
  await expect(checkSpelling('docs/tests/fixtures/misspelled.txt')).rejects.toThrow('recieve')
})
