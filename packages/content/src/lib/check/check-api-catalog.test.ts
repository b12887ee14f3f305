import { describe, expect, it } from 'vitest'

import type { Resource } from '../resource.ts'
import { problemsOf } from './problems-of.fixture.ts'

describe('checkApiCatalog()', () => {
  it.each<
    [what: string, problem: string | RegExp, change: (body: string) => string | Partial<Resource>]
  >([
    ['broken JSON', /^This is no JSON: .* Correct it, or render the files again\.$/, () => '{'],
    [
      'a linkset that is none',
      'linkset must be a list, even of one: write [ … ].',
      () => '{"linkset":{}}',
    ],
    [
      'an endpoint that is not listed',
      'It does not list the endpoint: add { "href": "https://polaris.example/functions/v1/conversion-capi" } to the "item" of its own address.',
      (body) => body.replace('"item"', '"next"'),
    ],
    [
      'an endpoint without a description',
      'It does not say what describes the endpoint: add "service-desc" with https://polaris.example/openapi.json to the object whose anchor is https://polaris.example/functions/v1/conversion-capi.',
      (body) => body.replace('"service-desc"', '"service"'),
    ],
    [
      'a missing header',
      'It is sent without the header that RFC 9727 asks for: add "Link: </.well-known/api-catalog>; rel="api-catalog"".',
      () => ({ headers: {} }),
    ],
    [
      'a missing profile',
      'Its Content-Type is "application/linkset+json": write "application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"".',
      () => ({ contentType: 'application/linkset+json' }),
    ],
    [
      'a link that leads nowhere',
      '15: https://polaris.example/api.json leads to nothing: it is none of the files, and none of the pages in the description. List it under pages, or correct it.',
      (body) => body.replace('/openapi.json', '/api.json'),
    ],
  ])('finds %s', (_, problem, change) => {
    const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
    expect(problemsOf('/.well-known/api-catalog', change)).toEqual([expected])
  })
})
