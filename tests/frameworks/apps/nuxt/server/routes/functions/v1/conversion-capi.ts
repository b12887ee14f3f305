import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'

const handle = createHandler({
  config: readConfig(process.env),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: process.env['VERCEL_ENV'] === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
})

export default defineEventHandler((event) => handle(toWebRequest(event)))
