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
  // Expressive Code puts `div` elements into code and into its button.
  elements: [
    'html5',
    {
      button: { permittedContent: ['@phrasing', 'div'] },
      code: { permittedContent: ['@phrasing', 'div'] },
    },
  ],
  rules: {
    'require-sri': ['error', { target: 'crossorigin' }],
    // GitHub's ids can start with a digit.
    'valid-id': ['error', { relaxed: true }],
    // The heading of the table of contents precedes the page's.
    'heading-level': ['error', { minInitialRank: 'h2' }],
    // The name of the site follows the title of the page.
    'long-title': ['error', { maxlength: 110 }],
    // Starlight's buttons are outside of forms, and it sets custom properties in `style` attributes.
    'no-implicit-button-type': 'off',
    'no-inline-style': 'off',
    // The name of the button that copies code is its `title`. axe-core checks names too.
    'text-content': 'off',
    // Of the two tables of contents, CSS hides one. axe-core checks the visible landmarks.
    'unique-landmark': 'off',
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
