import { describe, expect, it } from 'vitest'

import { openapiDocument } from '../openapi/openapi-document.ts'
import { smallSchool } from '../school.fixture.ts'
import { openapi } from './openapi.ts'

describe('openapi', () => {
  it('writes the document as JSON', () => {
    const { path, contentType, body } = openapi(smallSchool())
    expect([path, contentType]).toEqual(['/openapi.json', 'application/json'])
    expect(JSON.parse(body)).toEqual(openapiDocument(smallSchool()))
  })

  it('loses nothing by being written: JSON has no undefined', () => {
    const name = `"\\</script>\u2028🚀`
    const written = JSON.parse(openapi({ ...smallSchool(), name }).body)
    expect(written.info.contact.name).toBe(name)
  })
})
