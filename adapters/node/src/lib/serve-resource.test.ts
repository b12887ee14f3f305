import { describe, expect, it } from 'vitest'

import { type Resource, serveResource } from './serve-resource.ts'

const llms = { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', body: '# Школа\n' }

describe('serveResource()', () => {
  it('answers GET with the bytes, their type and their length', async () => {
    const response = get(llms)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Content-Length')).toBe('13')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(await response.text()).toBe('# Школа\n')
  })

  it('sends bytes as they are', async () => {
    const body = new Uint8Array([0, 255, 10])
    expect(await get({ ...llms, body }).bytes()).toEqual(body)
  })

  it('adds the headers of the resource, which win', () => {
    const { headers } = get({
      ...llms,
      headers: { 'Cache-Control': 'max-age=60', etag: '"one"', 'content-length': '1' },
    })
    expect(headers.get('Cache-Control')).toBe('max-age=60')
    expect(headers.get('ETag')).toBe('"one"')
    expect(headers.get('Content-Length')).toBe('13')
  })

  it('gives another ETag to other bytes', () => {
    expect(etagOf(llms)).toMatch(/^"[\w-]{27}"$/)
    expect(etagOf({ ...llms, body: Buffer.from(llms.body) })).toBe(etagOf(llms))
    expect(etagOf({ ...llms, body: '# School\n' })).not.toBe(etagOf(llms))
  })

  it.each([
    ['the same version', etagOf(llms)],
    ['one of several', `"other", ${etagOf(llms)}`],
    ['a weak one', `W/${etagOf(llms)}`],
    ['any', '*'],
  ])('answers 304 to a client that has %s', async (_, ifNoneMatch) => {
    const response = get(llms, { 'If-None-Match': ifNoneMatch })
    expect(response.status).toBe(304)
    expect(response.headers.get('ETag')).toBe(etagOf(llms))
    expect(response.headers.get('Content-Length')).toBeNull()
    expect(await response.text()).toBe('')
  })

  it('answers 200 to a client that has another version', () => {
    expect(get(llms, { 'If-None-Match': '"other"' }).status).toBe(200)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('answers %s with 405', (method) => {
    const response = serveResource(llms)(new Request('http://localhost/llms.txt', { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, HEAD')
  })
})

function get(resource: Resource, headers: Record<string, string> = {}): Response {
  return serveResource(resource)(new Request(`http://localhost${resource.path}`, { headers }))
}

function etagOf(resource: Resource): string {
  return get(resource).headers.get('ETag')!
}
