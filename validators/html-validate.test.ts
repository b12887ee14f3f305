import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

import { htmlPages } from './lib/html-pages.ts'

const validator = new HtmlValidate({
  root: true,
  extends: [
    'html-validate:recommended',
    'html-validate:document',
    'html-validate:a11y',
    // How tags are spelled is left to the formatter, which writes `<meta />`.
    'html-validate:prettier',
  ],
  rules: {
    // The style of the pages keeps a phone number on one line; the rule knows only of `style` attributes.
    'tel-non-breaking': 'off',
    // A file of the same site cannot be exchanged without exchanging the page, and Meta exchanges its own.
    'require-sri': ['error', { target: 'crossorigin', exclude: ['//connect.facebook.net/'] }],
  },
})

const pages = (await htmlPages()).map(({ name, html }) => [name, html] as const)

describe('html-validate', () => {
  it.each(pages)('accepts %s', async (_, html) => {
    expect(await check(html)).toEqual([])
  })

  it('refuses a broken page', async () => {
    expect(await check('<!doctype html><html><p><div></p><img src="a.png"></html>')).not.toEqual([])
  })
})

async function check(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${ruleId}, line ${line}: ${message}`),
  )
}
