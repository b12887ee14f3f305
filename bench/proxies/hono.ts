import { hashPii } from '@conversion-capi/core/pii'
import {
  EVENT_NAMES,
  MAX_BODY_BYTES,
  MAX_EVENT_ID_LENGTH,
  MAX_IDENTIFIERS,
  type PiiKey,
} from '@conversion-capi/core/protocol'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { z } from 'zod'

import { ACCESS_TOKEN, PIXEL_ID } from './lead.ts'
import type { Proxy, Upstream } from './proxy.ts'

/**
 * Creates the proxy as it would be written with Hono and zod: the same checks and limits, the same hashing, a time limit
 * for each attempt, retries and the redacted token. It reports nothing about dropped fields and outcomes.
 */
export function createHonoProxy({ graphUrl, fetch }: Upstream): Proxy {
  const url = `${graphUrl}/v18.0/${PIXEL_ID}/events`
  const app = new Hono()
  app.use(cors({ origin: '*', allowMethods: ['POST', 'OPTIONS'] }))
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (context) => context.json({ error: 'Payload too large' }, 413),
    }),
  )
  app.post(
    '*',
    zValidator('json', EVENT, (result, context) => {
      if (result.success) return undefined
      return context.json({ error: `Invalid ${String(result.error.issues[0]?.path[0])}` }, 400)
    }),
    async (context) => {
      const event = context.req.valid('json')
      const body = JSON.stringify({
        data: [
          {
            ...event,
            event_time: Math.floor(Date.now() / 1000),
            action_source: 'website',
            user_data: {
              ...event.user_data,
              client_user_agent:
                context.req.header('User-Agent') ?? event.user_data?.client_user_agent,
              client_ip_address: context.req.header('X-Forwarded-For')?.split(',')[0]?.trim(),
            },
          },
        ],
        access_token: ACCESS_TOKEN,
      })
      const result = await forward(body)
      context.header('Cache-Control', 'no-store')
      context.header('X-Content-Type-Options', 'nosniff')
      return context.json(result)
    },
  )
  return async (request) => app.fetch(request)

  async function forward(body: string): Promise<object> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(1500),
        })
        const text = await response.text()
        const upstream: unknown = JSON.parse(text.replaceAll(ACCESS_TOKEN, '[redacted]'))
        if (response.ok) return { ok: true, upstream }
        if (response.status < 500 || attempt === 3) {
          return { ok: false, status: response.status, upstream }
        }
      } catch (error) {
        if (attempt === 3) return { ok: false, error: String(error) }
      }
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** (attempt - 1)))
    }
  }
}

/** Malformed optional fields are dropped. */
const text = z.string().min(1).optional().catch(undefined)
const identifiers = (transform: (value: string) => string | undefined) =>
  z
    .union([
      z.string().min(1).transform(transform),
      z.array(z.string().min(1).transform(transform)).max(MAX_IDENTIFIERS),
    ])
    .optional()
    .catch(undefined)
const hashed = (key: PiiKey) => identifiers((value) => hashPii(key, value))

const EVENT = z.object({
  event_name: z.enum(EVENT_NAMES),
  event_id: z.string().min(1).max(MAX_EVENT_ID_LENGTH),
  event_source_url: text,
  user_data: z
    .object({
      fbp: text,
      fbc: text,
      external_id: identifiers((value) => value),
      em: hashed('em'),
      ph: hashed('ph'),
      fn: hashed('fn'),
      ln: hashed('ln'),
      client_user_agent: text,
    })
    .optional()
    .catch(undefined),
  custom_data: z.record(z.string(), z.json()).optional().catch(undefined),
})
