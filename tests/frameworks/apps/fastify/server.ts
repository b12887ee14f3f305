import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
import fastify from 'fastify'
import { toNodeHandler } from 'srvx/node'

const app = fastify()
const handle = toNodeHandler(
  createHandler({ config: readConfig(process.env), onOutcome: logOutcome() }),
)
// Before Fastify parses the body, which the proxy reads itself.
app.addHook('onRequest', async ({ url, raw }, reply) => {
  if (url === '/functions/v1/conversion-capi')
    await handle(raw as never, reply.hijack().raw as never)
})
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
