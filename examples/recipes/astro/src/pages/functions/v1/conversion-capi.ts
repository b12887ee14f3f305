import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import { ENV_NAMES } from '@conversion-capi/core/environment'
import type { APIRoute } from 'astro'
import { getSecret } from 'astro:env/server'

export const prerender = false

const handle = createHandler({
  config: readConfig(Object.fromEntries(ENV_NAMES.map((name) => [name, getSecret(name)]))),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: getSecret('VERCEL_ENV') === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
})

export const ALL: APIRoute = ({ request }) => handle(request)
