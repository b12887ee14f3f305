import { describe, expect, it } from 'vitest'

import type { Resource } from '../resource.ts'
import { findProblems } from './find-problems.fixture.ts'

describe('checkApiCatalog()', () => {
  it.each<
    [what: string, problem: string | RegExp, change: (body: string) => string | Partial<Resource>]
  >([
    [
      'malformed JSON',
      /^The JSON is invalid: .* Correct it, or render the files again\.$/,
      () => '{',
    ],
    [
      'an invalid linkset',
      'linkset must be an array, even of one object. Write [ … ].',
      () => '{"linkset":{}}',
    ],
    [
      'a missing endpoint',
      'The endpoint is not listed. Add { "href": "https://polaris.example/functions/v1/conversion-capi" } to the "item" list of the catalog\'s own anchor.',
      (body) => body.replace('"item"', '"next"'),
    ],
    [
      'an endpoint without a description',
      'The endpoint has no "service-desc" link. Add one to https://polaris.example/openapi.json to the object with the anchor https://polaris.example/functions/v1/conversion-capi.',
      (body) => body.replace('"service-desc"', '"service"'),
    ],
    [
      'a missing header',
      'The Link header that RFC 9727 requires is missing. Add "Link: </.well-known/api-catalog>; rel="api-catalog"".',
      () => ({ headers: {} }),
    ],
    [
      'a missing profile',
      'The Content-Type "application/linkset+json" is wrong. Write "application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"".',
      () => ({ contentType: 'application/linkset+json' }),
    ],
    [
      'a broken link',
      '15: https://polaris.example/api.json does not exist: it is not a file of the site and not a page of the description. Add it to pages, or correct it.',
      (body) => body.replace('/openapi.json', '/api.json'),
    ],
  ])('reports %s', (_, problem, change) => {
    const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
    expect(findProblems('/.well-known/api-catalog', change)).toEqual([expected])
  })
})
