import { EVENT_NAMES } from '@conversion-capi/core/protocol'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { createVisitor, openPage, type PageSetUp } from './open-page.fixture.ts'

const script = buildTracker({ name: 'polaris', pageView: false, debug: true })
const PLAIN = buildTracker({ name: 'polaris', pageView: false, singlePage: true })

/** Calls `track` in a page with `debug`, and returns the console messages. */
async function logOf(args: unknown[], { globals, ...setUp }: PageSetUp = {}) {
  const log: [level: string, message: string, ...details: unknown[]][] = []
  const level =
    (name: string) =>
    (message: string, ...details: unknown[]) =>
      void log.push([name, message, ...details])
  const page = openPage({
    script,
    ...setUp,
    globals: { console: { log: level('log'), warn: level('warn') }, Response, ...globals },
  })
  page.tracker.track(...args)
  await page.settle()
  return { log, messages: log.map(([name, message]) => `${name} ${message}`), page }
}

describe('debug', () => {
  it('logs a delivered event with its hashed personal data', async () => {
    const { log, page } = await logOf(['Lead', { value: 1 }, { email: 'anna@school.example' }])
    expect(log).toEqual([['log', 'conversion-capi: Lead was delivered.', page.sent()[0]]])
    expect(JSON.stringify(log)).not.toContain('anna')
  })

  it('warns once that events wait for consent', async () => {
    const waiting = buildTracker({ name: 'polaris', consent: 'wait', debug: true })
    const { messages, page } = await logOf(['Lead'], { script: waiting })
    expect(messages).toEqual([
      'warn conversion-capi: PageView waits for consent. No script has called consent(true).',
    ])
    expect(page.posts).toEqual([])
  })

  it.each<[string, () => Response | Promise<Response>, string]>([
    [
      'a rejection by the proxy',
      () => Response.json({ error: 'Invalid event_id' }, { status: 400 }),
      'Lead was rejected: Invalid event_id.',
    ],
    [
      'a rejection by Meta',
      () => Response.json({ ok: false, status: 400, upstream: { error: { message: 'No token' } } }),
      'Lead was rejected: No token.',
    ],
    [
      'a rejection by Meta without a message',
      () => Response.json({ ok: false, status: 403, upstream: { raw: '' } }),
      'Lead was rejected: status 403.',
    ],
    [
      'a page instead of the proxy',
      () => new Response('<!doctype html>'),
      'Lead failed: the response has status 200 and is not from the proxy. Check the endpoint and the matcher of the middleware. It will be retried.',
    ],
    [
      'a missing proxy',
      () => new Response('', { status: 404 }),
      'Lead failed: the response has status 404 and is not from the proxy. Check the endpoint and the matcher of the middleware. It will be retried.',
    ],
    [
      'no response',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Lead failed: no response from the proxy. It will be retried.',
    ],
    [
      'a proxy that cannot reach Meta',
      () => Response.json({ ok: false, error: 'fetch failed' }),
      'Lead failed: fetch failed. It will be retried.',
    ],
    [
      'a failure of Meta',
      () => Response.json({ ok: false, status: 503, upstream: {} }),
      'Lead failed: status 503. It will be retried.',
    ],
    [
      'a failure of Meta, with a queue',
      () => Response.json({ ok: false, status: 503, upstream: {}, kept: true }),
      'Lead was kept by the proxy: status 503.',
    ],
  ])('logs the reason why an event was not delivered: %s', async (_, respond, message) => {
    const { messages } = await logOf(['Lead'], { respond })
    expect(messages).toEqual([`warn conversion-capi: ${message}`])
  })

  it('names the wrong endpoint once per page', async () => {
    const { page, messages, log } = await logOf(['Lead'], {
      respond: () => Response.json({ error: 'Not Found' }, { status: 404 }),
    })
    page.tracker.track('Schedule')
    await page.settle()
    expect(messages[0]).toContain('Check the endpoint')
    expect(log[1]![1]).toBe('conversion-capi: Schedule failed: Not Found. It will be retried.')
  })

  it('logs that an event will not be retried after five attempts or without storage', async () => {
    const respond = () => Promise.reject(new TypeError('Failed to fetch'))
    const failed =
      'warn conversion-capi: Lead failed: no response from the proxy. It will not be retried.'
    const globals = { localStorage: undefined }
    expect((await logOf(['Lead'], { respond, globals })).messages).toEqual([failed])

    const key = `polaris@${createVisitor().now}@id`
    const visitor = createVisitor({ storage: { [key]: '4{"event_name":"Lead"}' } })
    expect((await logOf(['Schedule'], { respond, visitor })).messages).toContain(failed)
  })

  it.each<[string, unknown[], string]>([
    [
      'an unknown event name',
      ['Enrolled'],
      `"Enrolled" is not an event name. Use ${EVENT_NAMES.join(', ')}.`,
    ],
    [
      'misspelled personal data',
      ['Lead', {}, { emial: 'anna@school.example' }],
      'The personal data "emial" is unknown and not sent. Use em, email, ph, phone, fn, firstName, ln, lastName, external_id, externalId.',
    ],
    [
      'a Purchase without value and currency',
      ['Purchase', {}],
      "The Purchase has no numeric value, so Meta rejects it. Send both in custom_data: track('Purchase', { value: 240, currency: 'EUR' }).",
    ],
    [
      'a Purchase whose value is not a number',
      ['Purchase', { value: '240 €', currency: 'EUR' }],
      "The Purchase has no numeric value, so Meta rejects it. Send both in custom_data: track('Purchase', { value: 240, currency: 'EUR' }).",
    ],
    [
      'personal data in custom data',
      ['Lead', { contact: { email: 'anna@school.example' } }],
      'custom_data.contact.email is unhashed personal data, which the proxy drops. Pass it as the third argument of track().',
    ],
    [
      'custom data that is not JSON',
      ['Lead', { value: 10n }],
      'The custom data of Lead must be a JSON object. It is not sent to the proxy.',
    ],
    [
      'custom data that is a string',
      ['Lead', '{"value":1}'],
      'The custom data of Lead must be a JSON object. It is not sent to the proxy.',
    ],
  ])('warns about %s', async (_, args, message) => {
    const { messages } = await logOf(args)
    expect(messages).toContain(`warn conversion-capi: ${message}`)
    expect(messages.join()).not.toContain('anna@')
  })

  it('does not warn about correct calls', async () => {
    for (const args of [
      ['Lead'],
      ['Lead', null, null],
      ['Purchase', { value: 240, currency: 'EUR' }, { em: 'a@b.example', external_id: '1' }],
      ['Purchase', { value: '240', currency: 'EUR' }],
    ]) {
      const { messages } = await logOf(args)
      expect(messages).toHaveLength(1)
    }
  })

  it('does not prevent sending if the console or a getter in the custom data throws', async () => {
    const console = new Proxy({}, { get: () => fail })
    const { page } = await logOf(['Lead'], { globals: { console } })
    expect(page.sent()).toHaveLength(1)
    const data = new Proxy({}, { get: fail, ownKeys: fail })
    expect((await logOf(['Lead', data])).page.sent()).toHaveLength(1)
  })

  it('adds no code to a script without the option', () => {
    expect(PLAIN).not.toMatch(/console|is not an event name/)
  })
})

function fail(): never {
  throw new Error('broken')
}
