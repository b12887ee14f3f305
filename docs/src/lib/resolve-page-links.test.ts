import { expect, it } from 'vitest'

import { resolvePageLinks } from './load-pages.ts'

const FILE = 'docs/guides/operating.md'
const REPOSITORY = 'https://github.com/polaris/conversion-capi'

function resolve(markdown: string, repository?: string, base = '/'): string {
  return resolvePageLinks(markdown, FILE, base, repository)
}

it.each([
  ['[redelivery](redelivery.md)', '[redelivery](/guides/redelivery/)'],
  ['[front page](../index.md)', '[front page](/)'],
  ['[architecture](../../ARCHITECTURE.md)', '[architecture](/inside/architecture/)'],
  ['[core](../../packages/core/)', '[core](/packages/core/)'],
  [
    '[decision](../../decisions/021-tracker-size.md)',
    '[decision](/inside/decisions/021-tracker-size/)',
  ],
  ['[usage](../../packages/tracker/README.md#usage)', '[usage](/packages/tracker/#usage)'],
  ['![a](../public/images/live-page.webp)', '![a](/images/live-page.webp)'],
])('%s becomes %s', (markdown, expected) => {
  expect(resolve(markdown)).toBe(expected)
})

it('starts links with the path of the site', () => {
  expect(resolve('[a](redelivery.md)', undefined, '/docs/')).toBe('[a](/docs/guides/redelivery/)')
})

it('links to the repository if a file has no page', () => {
  const markdown = '[a](../../LICENSE) [b](../../packages)'
  expect(resolve(markdown, REPOSITORY)).toBe(
    `[a](${REPOSITORY}/blob/main/LICENSE) [b](${REPOSITORY}/tree/main/packages)`,
  )
  expect(resolve(markdown)).toBe('a b')
})

it('throws if an image is not on the site', () => {
  expect(() => resolve('![a](../../README.md)')).toThrow(
    `${FILE}:1: The link "../../README.md" is not on the site. Move the image to docs/public/images.`,
  )
})
