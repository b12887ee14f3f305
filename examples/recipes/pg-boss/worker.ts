import { createRedelivery, logOutcome, readConfig } from '@conversion-capi/core'

import { createQueue } from './queue.ts'

const queue = createQueue({ connectionString: process.env.DATABASE_URL })
const config = readConfig(process.env)
await queue.consume(createRedelivery({ config, onOutcome: logOutcome() }))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => queue.close())
