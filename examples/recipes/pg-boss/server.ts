import { serve } from '@conversion-capi/node'

import { createQueue } from './queue.ts'

const queue = createQueue({ connectionString: process.env.DATABASE_URL })
const server = await serve({ keep: queue.keep, signals: false })

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await server.close()
    await queue.close()
  })
}
