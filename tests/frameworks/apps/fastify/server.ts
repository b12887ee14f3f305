import fastify from 'fastify'
import { toNodeHandler } from 'srvx/node'

import { handle } from '../shared/conversions.ts'

const app = fastify()
app.register(async (scope) => {
  // The proxy reads the body itself.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.all('/functions/v1/conversion-capi', (request, reply) => {
    reply.hijack()
    return toNodeHandler(handle)(request.raw as never, reply.raw as never)
  })
})
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
