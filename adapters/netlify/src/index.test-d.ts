// Compiled, never run: the function matches Netlify's types.
import type { Config as EdgeConfig, EdgeFunction } from '@netlify/edge-functions'
import type { Config, Context } from '@netlify/functions'

import { clientIp, createFunction } from './index.ts'

export const serverlessFunction: (request: Request, context: Context) => Promise<Response> =
  createFunction({ clientIp })
export const edgeFunction: EdgeFunction = createFunction()
export const config: Config & EdgeConfig = { path: '/functions/v1/conversion-capi' }
