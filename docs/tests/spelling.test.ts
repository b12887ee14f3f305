import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { run } from '@conversion-capi/test-support'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const CSPELL = fileURLToPath(import.meta.resolve('cspell/bin'))

it('every word of the Markdown files is known', async () => {
  expect(await listUnknownWords('**/*.md')).toBe('')
})

it('a misspelled word is found', async () => {
  await expect(listUnknownWords('docs/tests/fixtures/misspelled.txt')).rejects.toThrow('recieve')
})

/**
 * Runs cspell. Correct words that it does not know belong in `docs/words.txt`.
 *
 * @throws {Error} If a word is unknown. The message contains it.
 */
function listUnknownWords(files: string): Promise<string> {
  const options = ['--config=docs/cspell.json', '--no-progress', '--no-summary', '--dot']
  return run(process.execPath, [CSPELL, 'lint', ...options, files], ROOT)
}
