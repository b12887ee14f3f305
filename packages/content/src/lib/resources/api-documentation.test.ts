import {
  CORS_HEADERS,
  EVENT_NAMES,
  REJECTIONS,
  USER_DATA_KEYS,
} from '@conversion-capi/core/protocol'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { describe, expect, it } from 'vitest'

import { openapiDocument } from '../openapi/openapi-document.ts'
import { smallSchool } from '../school.fixture.ts'
import { apiHtml, openapiJson } from './api-documentation.ts'

const { body, headers } = apiHtml(smallSchool())
const text = toString(fromHtml(body))

describe('apiHtml()', () => {
  it('returns HTML in English with a Link header to the OpenAPI document', () => {
    expect(headers).toEqual({
      Link: '<https://polaris.example/openapi.json>; rel="service-desc"; type="application/json"',
      'Content-Language': 'en',
    })
  })

  it('lists fields, events, errors and headers without scripts', () => {
    expect(body).not.toContain('<script')
    expect(text).toContain('https://polaris.example/functions/v1/conversion-capi')
    for (const name of EVENT_NAMES) expect(text).toContain(name)
    for (const key of USER_DATA_KEYS) expect(text).toContain(`user_data.${key}`)
    expect(text).toContain('user_data.emstring or list of up to 20 stringsEmail address')
    expect(text).toContain('event_idstring of 1 to 100 characters, requiredA UUID')
    expect(text).toContain('event_source_urlURLThe URL of the page')
    for (const [reason, status] of Object.entries(REJECTIONS)) {
      expect(text).toContain(JSON.stringify({ error: reason }))
      expect(text).toContain(String(status))
    }
    for (const header of Object.entries(CORS_HEADERS).flat()) expect(text).toContain(header)
  })

  it('warns against test events and contains none', () => {
    expect(text).toContain('never send synthetic or test events')
    expect(text).not.toContain('curl')
  })

  it('renders backticks as code elements', () => {
    expect(text).not.toContain('`')
    expect(body).toContain('<code>User-Agent</code>')
  })

  it('links the OpenAPI document and auth.md', () => {
    expect(body).toContain('href="https://polaris.example/openapi.json"')
    expect(body).toContain('href="https://polaris.example/auth.md"')
  })

  it('is in English even if the school’s language is not', () => {
    const { body } = apiHtml({ ...smallSchool(), language: 'ar', name: 'مدرسة' })
    expect(body).toContain('<html lang="en" dir="ltr">')
    expect(body).toContain('<h1>Conversion events of مدرسة</h1>')
  })
})

describe('openapiJson()', () => {
  it('returns the OpenAPI document as JSON', () => {
    const { body } = openapiJson(smallSchool())
    expect(JSON.parse(body)).toEqual(openapiDocument(smallSchool()))
  })
})
