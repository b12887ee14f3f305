import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

import { findHtmlPages } from './lib/resources.ts'

const validator = new HtmlValidate({
  root: true,
  extends: [
    'html-validate:recommended',
    'html-validate:document',
    'html-validate:a11y',
    // Allows the formatter's spelling of tags, e.g. `<meta />`.
    'html-validate:prettier',
  ],
  rules: {
    // The style sheet keeps phone numbers on one line, but the rule checks only `style` attributes.
    'tel-non-breaking': 'off',
    // Same-origin files need no integrity check, and Meta changes its script without notice.
    'require-sri': ['error', { target: 'crossorigin', exclude: ['//connect.facebook.net/'] }],
  },
})

const pages = (await findHtmlPages()).map(({ name, html }) => [name, html] as const)

describe('html-validate', () => {
  it.each(pages)('accepts %s', async (_, html) => {
    expect(await check(html)).toEqual([])
  })

  it('rejects a broken page', async () => {
    expect(await check('<!doctype html><html><p><div></p><img src="a.png"></html>')).not.toEqual([])
  })
})

async function check(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => `${ruleId}, line ${line}: ${message}`),
  )
}
