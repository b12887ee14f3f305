// Uses the packages with TypeScript. Only type checked against the published declarations, never run.
import { createWorker, type Worker } from '@conversion-capi/cloudflare'
import {
  checkResources,
  defineSchool,
  type Finding,
  renderHostFiles,
  renderResources,
  type Resource,
  type School,
  type SchoolDescription,
} from '@conversion-capi/content'
import { serveResources } from '@conversion-capi/content/serve'
import {
  captureVisitor,
  type Config,
  createHandler,
  createRedelivery,
  createSender,
  type HandlerOptions,
  type Outcome,
  parseVisitor,
  readConfig,
  type Result,
  type Redelivery,
  type SendResult,
  type ServerEvent,
} from '@conversion-capi/core'
import { describeErrorCode } from '@conversion-capi/core/diagnostics'
import { parseConfig } from '@conversion-capi/core/environment'
import { describeWarning, type WarningSentence } from '@conversion-capi/core/event-rules'
import { nodeFetch } from '@conversion-capi/core/node-fetch'
import { hashPii, normalizePii, sha256Hex } from '@conversion-capi/core/pii'
import {
  type ResponseBody,
  CONVERSION_PATH,
  type EventName,
  type EventRequest,
} from '@conversion-capi/core/protocol'
import { findNameProblem } from '@conversion-capi/core/tracker-name'
import { createFunction as createDenoFunction } from '@conversion-capi/deno'
import { createEmulator, type Emulator, type ReceivedEvent } from '@conversion-capi/emulator'
import { type DoctorOptions, runDoctor } from '@conversion-capi/meta'
import { COMMANDS } from '@conversion-capi/meta/commands'
import { start } from '@conversion-capi/meta/start'
import { type CommandEntry, CommandError } from '@conversion-capi/meta/terminal'
import { createFunction as createNetlifyFunction } from '@conversion-capi/netlify'
import { type NodeServer, clientIp, serve } from '@conversion-capi/node'
import { type QueueSummary, readQueue } from '@conversion-capi/node/queue'
import { buildSite, type BuiltSite, type SiteOptions } from 'conversion-capi'
import { buildTracker, type TrackerOptions } from '@conversion-capi/tracker'
import { connectTracker, type TrackerQueue } from '@conversion-capi/tracker/client'
import { createFunction as createVercelFunction } from '@conversion-capi/vercel'
import {
  createFunction as createVercelNodeFunction,
  type NodeFunction,
} from '@conversion-capi/vercel/node'

const meaning: string | undefined = describeErrorCode(190, undefined)
const nameProblem: string | undefined = findNameProblem('polaris')
const warning = { key: 'custom_data.value', reason: 'missing' }
export const sentence: WarningSentence | undefined = describeWarning(warning)

export const doctorOptions: DoctorOptions = { env: {} }
export const entry: CommandEntry = COMMANDS.report
export const started: Promise<void> = start('a', async () => async (argv) => argv.length)
export const upstreamFetch: HandlerOptions['fetch'] = nodeFetch
export const diagnose: () => Promise<unknown[]> = () =>
  runDoctor(doctorOptions).catch((error) => (error instanceof CommandError ? error.findings : []))

const emulator: Emulator = createEmulator()
const config: Result<Config, string> = readConfig({
  META_PIXEL_ID: '1',
  META_ACCESS_TOKEN: 'token',
})
const parsed: Result<Config, string> = parseConfig({})
if (!parsed.ok) console.log(parsed.error)
const options: HandlerOptions = {
  config,
  fetch: emulator.fetch,
  clientIp,
  onOutcome: (outcome: Outcome) => console.log(outcome),
}
const kept: ServerEvent[] = []
const handle: (request: Request) => Promise<Response> = createHandler({
  ...options,
  config: async () => config,
  keep: (event, { school }) => school === 'polaris' && kept.push(event),
  keepLimits: { perMinute: 100 },
})
const send = createSender({ config })
const redeliver: Redelivery = createRedelivery(send, { maxPerSecond: 5 })
for (const event of kept) {
  const redelivered = await redeliver(event)
  if (redelivered.kind === 'retry') console.log(redelivered.retryAfterMs)
}
const metadata: Record<string, string> = captureVisitor(new Request('https://a.example'), 'order-1')
const sent: SendResult = await send({
  event_name: 'Purchase',
  ...parseVisitor(metadata)!,
  event_time: 1_795_176_000,
})
if (sent.kind === 'retry') console.log(sent.reason, sent.retryAfterMs)
const site: TrackerOptions = {
  name: 'polaris',
  nationalPhone: { countryCode: '7', trunkPrefix: '8' },
}
const script: string = buildTracker(site)
const tracker = connectTracker('polaris')
declare const page: { polaris?: TrackerQueue }
;(page.polaris ??= []).push((polaris) => polaris.track('Lead'))
const eventId: string = tracker.track(
  'Purchase',
  { value: 240, currency: 'EUR' },
  { email: 'a@b.co' },
)
console.log(eventId, tracker.track('Lead'))
declare const description: SchoolDescription
const school: School = defineSchool(description)
const currency: string | undefined = school.programs?.[0]?.prices?.[0]?.currency
const resources: Resource[] = [
  ...renderResources(school),
  { path: '/polaris.js', contentType: 'text/javascript', body: script },
]
const findings: Finding[] = checkResources(resources, school)
console.log(currency, findings[0]?.message, renderHostFiles('netlify', resources, school).length)
const server: NodeServer = await serve({ clientIp, site: serveResources(resources), port: 0 })

const event: EventRequest = {
  event_name: 'Lead',
  event_id: sha256Hex('1'),
  user_data: { em: hashPii('em', 'ada@example.com') ?? [], fn: normalizePii('fn', 'Ada') ?? [] },
}
const response = await fetch(server.url + CONVERSION_PATH, {
  method: 'POST',
  body: JSON.stringify(event),
})
const body = (await response.json()) as ResponseBody
if ('ok' in body && body.ok) console.log(body.upstream)
const received: ReceivedEvent[] = emulator.events()
console.log(received.length)
await server.close()
const waiting: () => QueueSummary = () => readQueue('events.sqlite')

const siteOptions: SiteOptions = { host: 'node', pixelId: '1' }
const built: BuiltSite = await buildSite({ dir: '.', host: siteOptions.host })
console.log(built.files[0]?.contentType)

const worker: Worker = createWorker({ blockBots: (agent) => agent.includes('bot') })
const functions: ((request: Request) => Promise<Response>)[] = [
  handle,
  createVercelFunction().POST,
  createNetlifyFunction(),
  createDenoFunction(),
  (request) => worker.fetch(request, {}, { waitUntil() {} }),
]
const classic: NodeFunction = createVercelNodeFunction()
console.log(functions.length, classic.name)

// These would compile if the declarations resolved to any.
// @ts-expect-error: unknown event name
const unknownEvent: EventName = 'AddToCart'
// @ts-expect-error: event_id is required
const anonymous: EventRequest = { event_name: 'Lead' }
// @ts-expect-error: unknown host
void buildSite({ host: 'heroku' })
// @ts-expect-error: name is required
buildTracker({})
// @ts-expect-error: Purchase requires a currency
tracker.track('Purchase', { value: 240 })
// @ts-expect-error: unknown event name
tracker.track('AddToCart')
// @ts-expect-error: port is a number
void serve({ port: '80' })
// @ts-expect-error: other fields are required
defineSchool({ name: 'Polaris' })
// @ts-expect-error: amount is a number
school.programs[0]!.prices[0]!.amount = '240'
// @ts-expect-error: unknown key of personal data
hashPii('email', 'ada@example.com')
console.log(unknownEvent, anonymous, meaning, nameProblem, waiting)
