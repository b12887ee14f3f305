import { renderResources, type School } from '@conversion-capi/content'
import LinkHeader from 'http-link-header'
import { describe, expect, it } from 'vitest'

import { schools } from './lib/schools.ts'

describe.each(schools)('http-link-header with the Link headers of %s', (_, school) => {
  const resources = renderResources(school)
  const linking = resources.filter(({ headers }) => headers?.['Link'])

  it('finds Link headers on /for-llm/, its Markdown version and the API catalog', () => {
    const paths = ['/for-llm/', '/for-llm/index.md', '/.well-known/api-catalog']
    expect(linking.map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
  })

  it.each(linking.map(({ path, headers }) => [path, headers!['Link']!]))(
    'parses the header of %s, with existing targets and registered relations',
    (_, header) => {
      const { refs } = LinkHeader.parse(header)
      expect(refs).toHaveLength(header.split('<').length - 1)
      for (const { uri, rel } of refs) {
        expect(resources.map(({ path }) => path)).toContain(toPath(school, uri))
        expect(RELATIONS).toContain(rel)
      }
      // A round trip shows that every parameter was parsed.
      expect(LinkHeader.parse(new LinkHeader(header).toString()).refs).toEqual(refs)
    },
  )
})

it('http-link-header rejects a target without angle brackets', () => {
  expect(() => LinkHeader.parse('/llms.txt; rel="describedby"')).toThrow(Error)
})

const RELATIONS = [
  'alternate',
  'api-catalog',
  'canonical',
  'describedby',
  'service-desc',
  'service-doc',
]

function toPath({ url }: School, uri: string): string {
  const target = new URL(uri, url)
  return target.origin === url ? target.pathname : uri
}
