import { createHandler, readConfig } from '@conversion-capi/core'
import { describeConformance, overHttp } from '@conversion-capi/conformance'

import { serve } from './serve.ts'

describeConformance('Node', async (env) => {
  const server = await serve({
    handle: createHandler({ config: readConfig(env) }),
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
  })
  return { handle: overHttp(server.url), close: server.close }
})
