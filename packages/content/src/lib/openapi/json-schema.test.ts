import type { SchemaObject } from 'openapi3-ts/oas31'
import { describe, expect, it } from 'vitest'

import { listFields } from './json-schema.ts'

describe('listFields()', () => {
  it('lists nested fields after their object', () => {
    const fields = listFields({
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', minLength: 1, maxLength: 9, description: 'Which.' },
        who: { type: 'object', properties: { name: { type: 'string' } } },
        kind: { type: 'string', enum: ['a', 'b'] },
      },
    })
    expect(fields).toEqual([
      {
        name: 'id',
        type: 'string of 1 to 9 characters',
        isRequired: true,
        description: 'Which.',
        values: [],
      },
      { name: 'who', type: 'object', isRequired: false, description: '', values: [] },
      { name: 'who.name', type: 'string', isRequired: false, description: '', values: [] },
      { name: 'kind', type: 'string', isRequired: false, description: '', values: ['a', 'b'] },
    ])
  })

  it.each([
    [{ type: 'string', format: 'uri' } as const, 'URL'],
    [{ type: 'array', items: { type: 'string' } } as const, 'list of strings'],
    [
      { anyOf: [{ type: 'string' }, { type: 'array', maxItems: 3, items: { type: 'string' } }] },
      'string or list of up to 3 strings',
    ] as const,
  ])('describes the type of a field in words: %j', (field, type) => {
    const [described] = listFields({ properties: { field: field as SchemaObject } })
    expect(described!.type).toBe(type)
  })
})
