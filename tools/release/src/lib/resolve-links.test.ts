import { describe, expect, it } from 'vitest'

import { resolveLinks } from './resolve-links.ts'

const FILE = 'docs/guides/operating.md'

function resolve(markdown: string): string {
  return resolveLinks(markdown, FILE, ({ path, hash }) => `/${path}${hash}`)
}

describe('resolveLinks', () => {
  it.each([
    ['[a](redelivery.md#cloudflare)', '[a](/docs/guides/redelivery.md#cloudflare)'],
    ['[redelivery.md](redelivery.md)', '[redelivery.md](/docs/guides/redelivery.md)'],
    ['[`a](b)` and *c*](redelivery.md) d', '[`a](b)` and *c*](/docs/guides/redelivery.md) d'],
    [
      '[![p](../public/favicon.svg "P")](../../LICENSE)',
      '[![p](/docs/public/favicon.svg "P")](/LICENSE)',
    ],
    [
      '| a |\n| - |\n| [b](redelivery.md) |\n\n- [c](../../packages/)\n',
      '| a |\n| - |\n| [b](/docs/guides/redelivery.md) |\n\n- [c](/packages)\n',
    ],
  ])('replaces the URL in %j', (markdown, expected) => {
    expect(resolve(markdown)).toBe(expected)
  })

  it.each([
    '[below](#options)',
    '[a](https://example.com/b.md) <https://example.com> [m](mailto:a@example.com)',
    '`[a](missing.md)`\n\n```md\n[a](missing.md)\n```',
  ])('keeps %j', (markdown) => {
    expect(resolve(markdown)).toBe(markdown)
  })

  it.each([
    ['The [**license**](../../LICENSE) and [`b`](../../packages).', 'The **license** and `b`.'],
    ['![An icon](../public/favicon.svg)', 'An icon'],
  ])('keeps the text of %j if there is no URL', (markdown, expected) => {
    expect(resolveLinks(markdown, FILE, () => undefined)).toBe(expected)
  })

  it.each([
    ['a file that does not exist', 'missing.md', 'leads to no file of the repository. Correct it.'],
    ['a file outside', '../../../x.md', 'leads to no file of the repository. Correct it.'],
    ['an absolute path', '/guides/redelivery/', 'is absolute. Write it relative to the file.'],
  ])('throws with the file and the line for %s', (_, url, problem) => {
    expect(() => resolve(`# Title\n\nText\n[a](${url})`)).toThrow(
      `${FILE}:4: The link "${url}" ${problem}`,
    )
  })

  it('throws for a definition', () => {
    expect(() => resolve('[a][b]\n\n[b]: redelivery.md')).toThrow(
      `${FILE}:3: The link "redelivery.md" is a definition. Write the URL behind the text of the link.`,
    )
  })
})
