import { serveResources } from '@conversion-capi/content/serve'
import { createHandler, createSender, logOutcome, readConfig } from '@conversion-capi/core'

import files from './content.json' with { type: 'json' }

const config = readConfig(process.env)
const onOutcome = logOutcome()
// Vercel's previews forward no events to the real pixel.
const preview = process.env.VERCEL_ENV === 'preview' ? 'VERCEL_ENV is "preview"' : undefined
export const handle = createHandler({ config, onOutcome, preview })
export const send = createSender({ config, onOutcome, preview })
export const content = serveResources(files)
