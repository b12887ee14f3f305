import {
  CORS_HEADERS,
  EVENT_NAMES,
  MAX_EVENT_ID_LENGTH,
  REJECTIONS,
  USER_DATA_KEYS,
} from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { openapiDocument } from './openapi-document.ts'

const document = openapiDocument(smallSchool())
const { post, options } = document.paths['/functions/v1/conversion-capi']!
const request = document.components.schemas.EventRequest

describe('openapiDocument()', () => {
  it('uses the school’s site as the server by default', () => {
    expect(document.servers).toEqual([{ url: 'https://polaris.example' }])
    expect(Object.keys(document.paths)).toEqual(['/functions/v1/conversion-capi'])
  })

  it('uses the school’s endpoint if it has one', () => {
    const endpoint = 'https://abc.functions.example/v1/relay'
    const { servers, paths } = openapiDocument(smallSchool({ endpoint }))
    expect(servers).toEqual([{ url: 'https://abc.functions.example' }])
    expect(Object.keys(paths)).toEqual(['/v1/relay'])
    expect(paths['/v1/relay']!.post['x-codeSamples'][1]!.source).toContain(endpoint)
  })

  it('lists the fields of specification 2.1', () => {
    expect(Object.keys(request.properties)).toEqual([
      'event_name',
      'event_id',
      'event_source_url',
      'user_data',
      'custom_data',
    ])
    expect(request.required).toEqual(['event_name', 'event_id'])
    expect(request.properties).toMatchObject({
      event_name: { enum: EVENT_NAMES },
      event_id: { minLength: 1, maxLength: MAX_EVENT_ID_LENGTH },
    })
    expect(Object.keys(request.properties.user_data.properties)).toEqual([...USER_DATA_KEYS])
  })

  it('lists every status of specification 7, with each rejection under its status', () => {
    expect(Object.keys(post.responses)).toEqual(['200', '400', '403', '405', '413', '500'])
    expect(Object.keys(options.responses)).toEqual(['204', '403'])
    for (const [reason, status] of Object.entries(REJECTIONS)) {
      const { schema, examples } = post.responses[status].content['application/json']
      expect(schema).toMatchObject({
        properties: { error: { enum: expect.arrayContaining([reason]) } },
      })
      expect(Object.values(examples).map(({ value }) => value)).toContainEqual({ error: reason })
    }
  })

  it('lists the CORS headers for every response except rejected origins', () => {
    const names = Object.keys(CORS_HEADERS)
    for (const [status, { headers }] of Object.entries({
      ...post.responses,
      ...options.responses,
    })) {
      const expected = status === '403' ? names.slice(1) : names
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(expected))
      expect('Access-Control-Allow-Origin' in headers).toBe(status !== '403')
    }
    for (const [name, value] of Object.entries(CORS_HEADERS)) {
      expect(document.components.headers).toHaveProperty([name, 'example'], value)
    }
  })

  it('requires no authentication and warns against test events', () => {
    expect([document.security, post.security, options.security]).toEqual([[], [], []])
    expect(post.description).toContain('never send synthetic or test events')
  })

  it('writes schemas without dialect or identifiers', () => {
    expect(JSON.stringify(document)).not.toMatch(/"\$(schema|id|defs)"/)
  })

  it('contains no dangling references', () => {
    const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)
    const found = [...refs]
    expect(found.length).toBeGreaterThan(0)
    for (const [, kind, name] of found) {
      expect(document.components[kind as 'schemas' | 'headers']).toHaveProperty([name!])
    }
  })
})
