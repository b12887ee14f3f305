import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'

import { readPages } from './lib/built-pages.ts'

const validator = new HtmlValidate({
  root: true,
  extends: [
    'html-validate:recommended',
    'html-validate:document',
    'html-validate:a11y',
    // Allows Astro's spelling of tags.
    'html-validate:prettier',
  ],
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

describe('html-validate', () => {
  it.each(readPages().map(({ path, html }) => [path, html] as const))(
    'accepts %s',
    async (_, html) => {
      const { results } = await validator.validateString(html)
      const messages = results.flatMap(({ messages }) => messages)
      expect(
        messages.map(({ ruleId, line, message }) => `${ruleId}, line ${line}: ${message}`),
      ).toEqual([])
    },
  )
})
