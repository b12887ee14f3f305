import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeAll, describe, expect, it } from 'vitest'
import jar from 'vnu-jar'

import { findHtmlPages } from './lib/resources.ts'
import { runCommand } from './lib/run-command.ts'

const pages = await findHtmlPages()
const broken =
  '<!doctype html><html lang="en"><title>Page</title><p><div></p><img src="a.png"></html>'

const folder = useFolder()

describe('Nu HTML checker', () => {
  let messages: string[][]

  // Once for all pages: starting the checker takes longer than checking.
  beforeAll(async () => {
    messages = await check([...pages.map(({ html }) => html), broken])
  })

  it.each(pages.map(({ name }, index) => [name, index] as const))('accepts %s', (_, index) => {
    expect(messages[index]).toEqual([])
  })

  it('rejects a broken page', () => {
    expect(messages.at(-1)!.length).toBeGreaterThan(1)
  })
})

interface Message {
  url: string
  type: string
  lastLine?: number
  message: string
}

/** Returns the errors, warnings and hints of each page. */
async function check(pages: string[]): Promise<string[][]> {
  const files = pages.map((_, index) => join(folder.path, `${index}.html`))
  await Promise.all(files.map((file, index) => writeFile(file, pages[index]!)))
  // The formatter writes `<meta />`, which the checker reports as a hint.
  const options = ['--format', 'json', '--stdout', '--filterpattern', 'Trailing slash on void.*']
  const { stdout } = runCommand('java', ['-jar', String(jar), ...options, ...files])
  const { messages } = JSON.parse(stdout) as { messages: Message[] }
  return files.map((file) =>
    messages
      .filter(({ url }) => url.endsWith(file))
      .map(({ type, lastLine, message }) => `${type}, line ${lastLine}: ${message}`),
  )
}
