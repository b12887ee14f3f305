// `node run-build-output.ts <folder>`: serves the output of `vercel build` on $PORT.
import { serve } from '@conversion-capi/node'

import { serveBuildOutput } from './build-output.ts'

const answer = serveBuildOutput(process.argv[2]!)
await serve({ handle: answer, fetch: answer, hostname: '127.0.0.1' })
