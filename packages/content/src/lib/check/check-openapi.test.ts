import { describe, expect, it } from 'vitest'

import { findProblems } from './find-problems.fixture.ts'

describe('checkOpenapi()', () => {
  it.each<[problem: string, message: string, change: (document: any) => unknown]>([
    [
      'another version',
      'The file is not an OpenAPI 3.1 document. Write "openapi": "3.1.0".',
      (document) => ({ ...document, openapi: '2.0' }),
    ],
    [
      'a missing document',
      'The file is not an OpenAPI 3.1 document. Write "openapi": "3.1.0".',
      () => null,
    ],
    [
      'a missing title',
      'info.title is missing. Add it.',
      (document) => ({ ...document, info: { ...document.info, title: '' } }),
    ],
    [
      'a wrong server',
      'servers[0].url is not the origin of the endpoint. Write "https://polaris.example".',
      (document) => ({ ...document, servers: [{ url: 'https://api.example' }] }),
    ],
    [
      'a wrong endpoint',
      'POST /functions/v1/conversion-capi is not described. Render the files again.',
      ({ paths, ...document }) => ({ ...document, paths: { '/events': Object.values(paths)[0] } }),
    ],
    [
      'an unresolvable reference',
      'x-more.$ref refers to "#/components/schemas/A~1B", which is not in this document. Correct it.',
      (document) => ({ ...document, 'x-more': { $ref: '#/components/schemas/A~1B' } }),
    ],
    [
      'a reference to another document',
      'x-more.$ref refers to "more.json", which is not in this document. Correct it.',
      (document) => ({ ...document, 'x-more': { $ref: 'more.json' } }),
    ],
    [
      'an identifier that changes how references resolve',
      'x-more.$id changes how references resolve. Delete it.',
      (document) => ({ ...document, 'x-more': { $id: '#/components/schemas/EventRequest' } }),
    ],
  ])('reports %s', (_, message, change) => {
    const write = (body: string) => JSON.stringify(change(JSON.parse(body)))
    expect(findProblems('/openapi.json', write)).toEqual([message])
  })
})
