import { createHandler, createSender, logOutcome, readConfig } from '@conversion-capi/core'

const options = {
  config: readConfig(process.env),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: process.env['VERCEL_ENV'] === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
}
export const handle = createHandler(options)
export const send = createSender(options)
