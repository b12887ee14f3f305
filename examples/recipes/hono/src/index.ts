import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

const handle = createHandler({
  config: readConfig(process.env),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: process.env.VERCEL_ENV === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
})

const app = new Hono()
app.all('/functions/v1/conversion-capi', (c) => handle(c.req.raw))
// The script of the tracker is in this folder.
app.use(serveStatic({ root: './public' }))

serve({
  fetch: app.fetch,
  port: Number(process.env.PORT ?? 3000),
  // In a container, set HOST=0.0.0.0.
  hostname: process.env.HOST ?? '127.0.0.1',
})
