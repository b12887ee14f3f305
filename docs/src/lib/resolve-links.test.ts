import { describe, expect, it } from 'vitest'

import { resolveLinks } from './resolve-links.ts'

const FILE = 'docs/guides/operating.md'
const REPOSITORY = 'https://github.com/example/conversion-capi'

function resolve(markdown: string, options: { base?: string; repository?: string } = {}): string {
  return resolveLinks(markdown, FILE, { base: '/', repository: undefined, ...options })
}

describe('a link to a file that has a page', () => {
  it.each([
    ['[redelivery](redelivery.md)', '[redelivery](/guides/redelivery/)'],
    ['[front page](../index.md)', '[front page](/)'],
    ['[architecture](../../ARCHITECTURE.md)', '[architecture](/inside/architecture/)'],
    ['[core](../../packages/core)', '[core](/packages/core/)'],
    ['[core](../../packages/core/)', '[core](/packages/core/)'],
    [
      '[decision](../../decisions/017-generated-tracker-script.md)',
      '[decision](/inside/decisions/017-generated-tracker-script/)',
    ],
    [
      '[page views](../../packages/tracker/README.md#usage)',
      '[page views](/packages/tracker/#usage)',
    ],
    ['[alerts](#three-alerts)', '[alerts](#three-alerts)'],
  ])('%s becomes %s', (markdown, expected) => {
    expect(resolve(markdown)).toBe(expected)
  })

  it('starts with the path of the site', () => {
    expect(resolve('[a](redelivery.md)', { base: '/docs/' })).toBe('[a](/docs/guides/redelivery/)')
  })

  it('keeps the text of the link, which can be code, a picture or emphasis', () => {
    expect(resolve('[`a](b)` and *c*](redelivery.md) d')).toBe(
      '[`a](b)` and *c*](/guides/redelivery/) d',
    )
    expect(resolve('[![p](../public/favicon.svg)](redelivery.md)')).toBe(
      '[![p](/favicon.svg)](/guides/redelivery/)',
    )
  })

  it('can be in a table, a list or a definition', () => {
    const markdown = '| a |\n| - |\n| [b](redelivery.md) |\n\n- [c][d]\n\n[d]: redelivery.md\n'
    expect(resolve(markdown)).toBe(
      '| a |\n| - |\n| [b](/guides/redelivery/) |\n\n- [c][d]\n\n[d]: /guides/redelivery/\n',
    )
  })
})

describe('a link to a file that has no page', () => {
  it('leads to the repository', () => {
    expect(resolve('[a](../../LICENSE)', { repository: REPOSITORY })).toBe(
      `[a](${REPOSITORY}/blob/main/LICENSE)`,
    )
    expect(resolve('[a](../../packages)', { repository: REPOSITORY })).toBe(
      `[a](${REPOSITORY}/tree/main/packages)`,
    )
  })

  it('becomes plain text if the URL of the repository is not set', () => {
    expect(resolve('The [license](../../LICENSE) and [`b`](../../packages).')).toBe(
      'The license and `b`.',
    )
    expect(resolve('The [license][l].\n\n[l]: ../../LICENSE').trim()).toBe('The license.')
  })
})

describe('a picture', () => {
  it('links to the public folder', () => {
    expect(resolve('![a](../public/images/live-page.webp)')).toBe('![a](/images/live-page.webp)')
  })

  it('of another site is replaced with its text', () => {
    expect(resolve('[![Deploy](https://example.com/b.svg)](https://example.com)')).toBe(
      '[Deploy](https://example.com)',
    )
  })

  it('must be on the site', () => {
    expect(() => resolve('![a](../../README.md)')).toThrow(
      `${FILE}:1: The link "../../README.md" is not on the site. Move the image to docs/public/images.`,
    )
  })
})

it('leaves URLs and code unchanged', () => {
  const markdown =
    '[a](https://example.com/b.md) <https://example.com> [m](mailto:a@example.com)\n\n' +
    '`[a](missing.md)`\n\n```md\n[a](missing.md)\n```\n'
  expect(resolve(markdown)).toBe(markdown)
})

describe('the build stops with the file and the line', () => {
  it.each([
    ['a file that does not exist', 'missing.md', 'leads to no file of the repository. Correct it.'],
    ['a file outside', '../../../x.md', 'leads to no file of the repository. Correct it.'],
    ['an absolute path', '/guides/redelivery/', 'is absolute. Write it relative to the file.'],
    [
      'an anchor that its target lacks',
      'redelivery.md#missing',
      'has an anchor that its target lacks. Correct it.',
    ],
    [
      'an anchor that the page lacks',
      '#missing',
      'has an anchor that its target lacks. Correct it.',
    ],
    [
      'an anchor of another type of file',
      '../../LICENSE#mit',
      'has an anchor, but only Markdown files have anchors.',
    ],
  ])('for %s', (_, url, problem) => {
    expect(() => resolve(`# Title\n\nText\n[a](${url})`)).toThrow(
      `${FILE}:4: The link "${url}" ${problem}`,
    )
  })
})
