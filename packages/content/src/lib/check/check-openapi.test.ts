import { describe, expect, it } from 'vitest'

import { problemsOf } from './problems-of.fixture.ts'

describe('checkOpenapi()', () => {
  it.each<[what: string, problem: string, change: (document: any) => unknown]>([
    [
      'another version',
      'It is no OpenAPI document of version 3.1: write "openapi": "3.1.0".',
      (document) => ({ ...document, openapi: '2.0' }),
    ],
    [
      'no document at all',
      'It is no OpenAPI document of version 3.1: write "openapi": "3.1.0".',
      () => null,
    ],
    [
      'no title',
      'info.title is missing: write one.',
      (document) => ({ ...document, info: { ...document.info, title: '' } }),
    ],
    [
      'a server that is another',
      'servers[0].url is not where the endpoint is: write "https://polaris.example".',
      (document) => ({ ...document, servers: [{ url: 'https://api.example' }] }),
    ],
    [
      'an endpoint that is another',
      'It does not describe POST /functions/v1/conversion-capi: render the files again.',
      ({ paths, ...document }) => ({ ...document, paths: { '/events': Object.values(paths)[0] } }),
    ],
    [
      'a reference to what is not there',
      'x-more.$ref refers to "#/components/schemas/A~1B", which is not in this document: correct it.',
      (document) => ({ ...document, 'x-more': { $ref: '#/components/schemas/A~1B' } }),
    ],
    [
      'a reference to another document',
      'x-more.$ref refers to "more.json", which is not in this document: correct it.',
      (document) => ({ ...document, 'x-more': { $ref: 'more.json' } }),
    ],
    [
      'an identifier that changes what references mean',
      'x-more.$id has no place here, where references are resolved otherwise: delete it.',
      (document) => ({ ...document, 'x-more': { $id: '#/components/schemas/EventRequest' } }),
    ],
  ])('finds %s', (_, problem, change) => {
    const write = (body: string) => JSON.stringify(change(JSON.parse(body)))
    expect(problemsOf('/openapi.json', write)).toEqual([problem])
  })
})
