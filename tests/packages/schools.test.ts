import {
  type Config,
  createHandler,
  createRedelivery,
  createSender,
  type Outcome,
  readSchools,
  type Result,
  type ServerEvent,
} from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import { type NodeServer, serve } from '@conversion-capi/node'
import { LONG_TIMEOUTS } from '@conversion-capi/test-support'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const EVENTS_PER_SCHOOL = 8

interface School {
  name: string
  pixelId: string
  accessToken: string
  /** Origins whose events belong to the school. */
  origins: string[]
  env: Record<string, string>
  emulator: ReturnType<typeof createEmulator>
}

const NOT_CONFIGURED = { status: 500, body: { error: 'Server not configured' } }
const NO_SCHOOL = 'No school has the origin of the request.'

/** What is wrong with the variables of a school, by its index: the variables to change, and the error. */
const BROKEN: Record<number, { env: Record<string, string>; error: string }> = {
  5: {
    env: { META_PIXEL_ID__SCHOOL_5: '' },
    error: 'META_PIXEL_ID__SCHOOL_5 is missing.',
  },
  15: {
    env: { META_ACCESS_TOKEN__SCHOOL_15: '"EAA15"' },
    error:
      'META_ACCESS_TOKEN__SCHOOL_15 must be the access token of your pixel, without spaces and quotes.',
  },
  25: {
    env: { META_TIMEOUT_MS__SCHOOL_25: 'soon' },
    error: 'META_TIMEOUT_MS__SCHOOL_25 must be an integer from 1 to 2147483647.',
  },
}

/** Its token is wrong, so Meta declines its events. */
const REFUSED = 30

const schools = Array.from({ length: 50 }, (_, index) => createSchool(index))

const UNKNOWN_ORIGINS = [
  undefined,
  'null',
  'https://school-50.example',
  'http://school-1.example',
  'https://school-1.example:8443',
  'https://school-1.example.evil.example',
  'https://evil-school-1.example',
  '*.school-1.example',
]

describe('50 schools on one Node server', () => {
  const outcomes: Outcome[] = []
  let upstream: NodeServer
  let proxy: NodeServer

  beforeAll(async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const local = { port: 0, hostname: '127.0.0.1', signals: false }
    upstream = await serve({
      ...local,
      // Each school's pixel is an emulator that accepts only the token of the school.
      site: (request) => {
        const [, , pixelId] = new URL(request.url).pathname.split('/')
        const school = schools.find((each) => each.pixelId === pixelId)
        return school?.emulator.fetch(request) ?? new Response(null, { status: 404 })
      },
    })
    const env = {
      META_SCHOOLS: schools.map(({ name }) => name).join(','),
      META_GRAPH_URL: upstream.url,
      ...LONG_TIMEOUTS,
      ...Object.assign({}, ...schools.map((school) => school.env)),
      ...Object.assign({}, ...Object.values(BROKEN).map((each) => each.env)),
    }
    proxy = await serve({
      ...local,
      config: readSchools(env),
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
  })

  afterAll(async () => {
    await proxy?.close()
    await upstream?.close()
    vi.restoreAllMocks()
  })

  it('forwards every event to the pixel of its own school, with its own token', async () => {
    const visits = shuffle(
      Array.from({ length: EVENTS_PER_SCHOOL }, (_, round) => [
        ...schools.flatMap(({ name, origins }) =>
          origins.map((origin, index) => ({ origin, id: `${name}/${round}/${index}` })),
        ),
        ...UNKNOWN_ORIGINS.map((origin, index) => ({ origin, id: `unknown/${round}/${index}` })),
      ]).flat(),
    )
    expect(visits).toHaveLength(EVENTS_PER_SCHOOL * (2 * 50 + UNKNOWN_ORIGINS.length))
    const responses = new Map(
      await Promise.all(
        visits.map(async ({ origin, id }) => [id, await track(proxy, origin, id)] as const),
      ),
    )

    const byId = new Map(outcomes.map((outcome) => [outcome.eventId, outcome]))
    const errors: string[] = []
    expect(outcomes).toHaveLength(visits.length)

    for (const [index, { name, pixelId, emulator }] of schools.entries()) {
      const expected = visits.map(({ id }) => id).filter((id) => id.startsWith(`${name}/`))
      const received = emulator.events().map(({ event_id, pixel_id }) => [event_id, pixel_id])
      const codes = emulator.rejections().map(({ code }) => code)
      const school = { school: name, pixelId }
      if (BROKEN[index]) {
        expect([received, codes]).toEqual([[], []])
        for (const id of expected) expect(responses.get(id)).toEqual(NOT_CONFIGURED)
        errors.push(...expected.map(() => BROKEN[index]!.error))
      } else if (index === REFUSED) {
        expect([received, codes]).toEqual([[], expected.map(() => 190)])
        for (const id of expected) {
          expect(responses.get(id)).toMatchObject({ status: 200, body: { ok: false } })
          expect(byId.get(id)).toMatchObject({ kind: 'upstream_error', code: 190, ...school })
        }
      } else {
        expect([received.sort(), codes]).toEqual([expected.map((id) => [id, pixelId]).sort(), []])
        for (const id of expected) {
          expect(responses.get(id)).toMatchObject({ status: 200, body: { ok: true } })
          expect(byId.get(id)).toMatchObject({ kind: 'accepted', ...school })
        }
      }
    }
    for (const { id } of visits.filter((visit) => visit.id.startsWith('unknown/'))) {
      expect(responses.get(id)).toEqual(NOT_CONFIGURED)
      errors.push(NO_SCHOOL)
    }

    const rejected = outcomes.filter(({ reason }) => reason === 'Server not configured')
    expect(rejected.map(({ error }) => error).sort()).toEqual(errors.sort())
    expect(rejected.filter(({ pixelId, school }) => pixelId || school)).toEqual([])
  })
})

it('redelivers events of 50 schools from one queue to the pixel of their own school', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const own = schools.map((_, index) => createSchool(index))
  const queue: { event: ServerEvent; school: string | undefined }[] = []
  const outcomes: Outcome[] = []
  const findConfig = readSchools({
    META_SCHOOLS: own.map(({ name }) => name).join(','),
    META_RETRIES: '0',
    ...Object.assign({}, ...own.map(({ env }) => env)),
  })
  const handle = createHandler({
    config: findConfig,
    fetch: async () => new Response(null, { status: 503 }),
    keep: (event, { school }) => void queue.push({ event, school }),
  })
  for (const { origins } of own) await handle(createRequest('https://p.example', origins[1], 'e-1'))
  expect(queue).toHaveLength(50)

  const redeliver = (config: Result<Config, string>) =>
    createRedelivery(
      createSender({
        config,
        fetch: (url, init) => {
          const school = own.find(({ pixelId }) => String(url).includes(`/${pixelId}/`))
          return school!.emulator.fetch(url, init)
        },
      }),
      { school: config, onOutcome: (outcome) => void outcomes.push(outcome) },
    )
  for (const { event, school } of shuffle(queue)) {
    await redeliver(findConfig({ school }))({ ...event, event_id: school! })
  }
  for (const [index, { name, emulator }] of own.entries()) {
    const ids = emulator.events().map(({ event_id }) => event_id)
    expect(ids).toEqual(index === REFUSED ? [] : [name])
    expect(emulator.rejections()).toHaveLength(index === REFUSED ? 1 : 0)
  }
  const old = { ...queue[7]!.event, event_time: 1 }
  expect(await redeliver(findConfig({ school: queue[7]!.school }))(old)).toMatchObject({
    kind: 'given_up',
  })
  expect(outcomes).toMatchObject([{ school: 'school-7', pixelId: own[7]!.pixelId }])
  vi.restoreAllMocks()
})

function createSchool(index: number): School {
  const name = `school-${index}`
  const suffix = `SCHOOL_${index}`
  const pixelId = `${770_000_000_000_000 + index}`
  const accessToken = `EAA${index}`
  return {
    name,
    pixelId,
    accessToken,
    origins: [`https://${name}.example`, `https://www.${name}.example`],
    env: {
      [`META_PIXEL_ID__${suffix}`]: pixelId,
      [`META_ACCESS_TOKEN__${suffix}`]: accessToken,
      [`META_ALLOWED_ORIGINS__${suffix}`]: `https://${name}.example,*.${name}.example`,
    },
    emulator: createEmulator({
      pixelId,
      accessToken: index === REFUSED ? 'EAAreplaced' : accessToken,
    }),
  }
}

async function track({ url }: NodeServer, origin: string | undefined, eventId: string) {
  const response = await fetch(createRequest(url, origin, eventId))
  return { status: response.status, body: (await response.json()) as unknown }
}

function createRequest(url: string, origin: string | undefined, eventId: string): Request {
  return new Request(`${url}${CONVERSION_PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(origin && { Origin: origin }) },
    body: JSON.stringify({ event_name: 'Lead', event_id: eventId, user_data: { fbp: FBP } }),
  })
}

const FBP = 'fb.1.1795170995788.1093847562'

/** Interleaves the items in an order that is the same in every run. */
function shuffle<T>(items: T[]): T[] {
  // The prime does not divide the number of items, so every item is visited once.
  return items.map((_, index) => items[(index * 7919) % items.length]!)
}
