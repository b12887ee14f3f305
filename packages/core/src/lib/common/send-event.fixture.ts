import { createHandler } from '../../index.ts'

// Sends one event to the upstream of the first argument, prints the response, and exits with 0 unless an error
// is uncaught.
const handle = createHandler({
  config: {
    pixelId: '770000000000077',
    accessToken: 'EAAUnit',
    graphUrl: process.argv[2]!,
    retries: 0,
  },
})
const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
const response = await handle(new Request('https://school.example/', { method: 'POST', body }))
console.log(await response.text())
// Errors of streams are emitted before the next turn of the event loop.
setImmediate(() => process.exit())
