/**
 * Handles events one after the other in this process, and prints the bytes in use after each tenth as JSON:
 * `node --expose-gc --no-flush-bytecode handle-many.ts <number of events>`.
 */
import { createRequest, LEAD, UPSTREAM_BODY } from '../proxies/lead.ts'
import { createOurs } from '../proxies/ours.ts'

const count = Number(process.argv[2])
const handle = createOurs({
  graphUrl: 'http://127.0.0.1:9',
  fetch: async () => new Response(UPSTREAM_BODY),
})
const bytes: number[] = []
for (let event = 1; event <= count; event++) {
  // Each visitor has another event ID.
  const body = JSON.stringify({ ...LEAD, event_id: `event-${event}` })
  const response = await handle(createRequest(body))
  if (!(await response.text()).startsWith('{"ok":true')) throw new Error('The event failed.')
  // Lets timers and finalizers run, as on a server.
  if (event % 64 === 0) await new Promise((resolve) => setImmediate(resolve))
  if (event % (count / 10) === 0) {
    globalThis.gc!()
    const { heapUsed, external } = process.memoryUsage()
    bytes.push(heapUsed + external)
  }
}
console.log(JSON.stringify(bytes))
