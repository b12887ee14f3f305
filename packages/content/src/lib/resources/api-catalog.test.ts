import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { apiCatalog } from './api-catalog.ts'

describe('apiCatalog()', () => {
  it('has the content type and Link header of RFC 9727', () => {
    expect(apiCatalog(smallSchool())).toMatchObject({
      path: '/.well-known/api-catalog',
      contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      headers: { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
    })
  })

  it('links the proxy, its documentation and the other files', () => {
    expect(JSON.parse(apiCatalog(smallSchool()).body)).toEqual({
      linkset: [
        {
          anchor: 'https://polaris.example/.well-known/api-catalog',
          item: [{ href: 'https://polaris.example/functions/v1/conversion-capi' }],
        },
        {
          anchor: 'https://polaris.example/functions/v1/conversion-capi',
          'service-desc': [
            { href: 'https://polaris.example/openapi.json', type: 'application/json' },
          ],
          'service-doc': [{ href: 'https://polaris.example/docs/api.html', type: 'text/html' }],
          'service-meta': [{ href: 'https://polaris.example/auth.md', type: 'text/markdown' }],
        },
        {
          anchor: 'https://polaris.example/',
          describedby: [
            { href: 'https://polaris.example/llms.txt', type: 'text/plain' },
            { href: 'https://polaris.example/llms-full.txt', type: 'text/plain' },
            { href: 'https://polaris.example/for-llm/', type: 'text/html' },
            { href: 'https://polaris.example/for-llm/index.md', type: 'text/markdown' },
          ],
          contents: [{ href: 'https://polaris.example/sitemap.xml', type: 'application/xml' }],
        },
      ],
    })
  })

  it('uses the school’s endpoint', () => {
    const endpoint = 'https://events.example/v1/conversion-capi'
    const { linkset } = JSON.parse(apiCatalog(smallSchool({ endpoint })).body)

    expect(linkset[0].item).toEqual([{ href: endpoint }])
    expect(linkset[1].anchor).toBe(endpoint)
  })
})
