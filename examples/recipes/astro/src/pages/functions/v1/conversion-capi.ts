import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import type { APIRoute } from 'astro'

export const prerender = false

const handle = createHandler({ config: readConfig(process.env), onOutcome: logOutcome() })

export const ALL: APIRoute = ({ request }) => handle(request)
