import { createRedelivery, createSender, logOutcome, readConfig } from '@conversion-capi/core'

import { createQueue } from './queue.ts'

const queue = createQueue({ connectionString: process.env.DATABASE_URL })
const onOutcome = logOutcome()
const send = createSender({ config: readConfig(process.env), onOutcome })
await queue.consume(createRedelivery(send, { onOutcome }))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => queue.close())
