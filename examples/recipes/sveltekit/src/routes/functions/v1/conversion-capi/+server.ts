import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import type { RequestHandler } from '@sveltejs/kit'

const handle = createHandler({ config: readConfig(process.env), onOutcome: logOutcome() })

export const fallback: RequestHandler = ({ request }) => handle(request)
