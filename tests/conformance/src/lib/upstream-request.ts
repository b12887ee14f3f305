import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { ACCESS_TOKEN, type Context, EVENT, PIXEL_ID, uniqueId } from './context.ts'

export function describeUpstreamRequest({ forward, post, received, startHost }: Context): void {
  describe('sections 1 and 9: the upstream request', () => {
    it('posts JSON to {graph_url}/v18.0/{pixel_id}/events', async () => {
      const request = await forward({})
      expect(request.method).toBe('POST')
      expect(request.path).toBe(`/v18.0/${PIXEL_ID}/events`)
      expect(request.headers['content-type']).toBe('application/json')
    })

    it('uses the version in META_GRAPH_VERSION', async () => {
      const host = await startHost({ META_GRAPH_VERSION: 'v24.0' })
      const event_id = uniqueId('accept')
      await post({ ...EVENT, event_id }, { host })
      expect(received(event_id)[0]!.path).toBe(`/v24.0/${PIXEL_ID}/events`)
    })

    it('sends the access token only in the JSON body', async () => {
      const { body, path, headers } = await forward({})
      expect(body.access_token).toBe(ACCESS_TOKEN)
      expect(JSON.stringify([path, headers, body.data])).not.toContain(ACCESS_TOKEN)
    })

    it('ignores a pixel_id and an access_token in the request body', async () => {
      const { path, body } = await forward({ pixel_id: '1', access_token: 'mine' })
      expect(path).toContain(PIXEL_ID)
      expect(body.access_token).toBe(ACCESS_TOKEN)
    })

    it('sends one event per request', async () => {
      const { body } = await forward({})
      expect(body.data).toHaveLength(1)
    })
  })

  describe('section 6: events', () => {
    it.each(EVENT_NAMES)('forwards %s', async (event_name) => {
      const { event } = await forward({ event_name })
      expect(event.event_name).toBe(event_name)
    })

    it('forwards every valid request, including one with a repeated event_id', async () => {
      const event = { ...EVENT, event_id: uniqueId('accept') }
      await post(event)
      await post(event)
      expect(received(event.event_id)).toHaveLength(2)
    })
  })
}
