import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import express from 'express'
import { toNodeHandler } from 'srvx/node'

const handle = createHandler({
  config: readConfig(process.env),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: process.env.VERCEL_ENV === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
})

const app = express()
// Must come before all body parsers: the proxy reads the body itself, and a body can be read only once.
app.all('/functions/v1/conversion-capi', toNodeHandler(handle))

// The script of the tracker is in this folder.
app.use(express.static('public'))

// In a container, set HOST=0.0.0.0.
app.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1')
