import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { join } from 'node:path'

import { getPort, serveFetch } from '@conversion-capi/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { useRecipe } from './prepare-recipe.ts'
import {
  EXPECTED_COUNTS,
  startTelemetryScenario,
  type TelemetryScenario,
} from './telemetry-scenario.ts'

const recipe = useRecipe('opentelemetry')

describe('server.ts', () => {
  let scenario: TelemetryScenario
  let exitCode: number | null

  // Exports only when the process ends: the interval of the exporter is a minute.
  beforeAll(async () => {
    scenario = await startTelemetryScenario()
    const server = await recipe.startServer(scenario.env)
    await scenario.sendEvents(server.origin)
    exitCode = await server.terminate()
  })

  afterAll(() => scenario.close())

  it('exits with code 0 on SIGTERM', () => {
    expect(exitCode).toBe(0)
  })

  it('exports the number of events by outcome, error, event name, pixel and school', () => {
    const points = scenario.receiver.points('conversion.events')
    expect(points).toHaveLength(EXPECTED_COUNTS.length)
    expect(points).toEqual(expect.arrayContaining(EXPECTED_COUNTS))
  })

  it('exports the number of durations by outcome', () => {
    const points = scenario.receiver.points('conversion.duration')
    expect(
      points.map(({ attributes, count }) => [attributes['conversion.outcome'], count]),
    ).toEqual(
      expect.arrayContaining([
        ['accepted', 3],
        ['rejected', 1],
        ['upstream_error', 2],
        ['upstream_unreachable', 1],
      ]),
    )
    for (const { unit, bounds } of points) {
      expect(unit).toBe('s')
      expect(bounds).toEqual([0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
    }
  })

  it('serves events and exits with code 0 if the receiver is down', async () => {
    const server = await recipe.startServer({
      ...scenario.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await getPort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    })
    const response = await fetch(server.origin + CONVERSION_PATH, { method: 'POST', body: 'x' })
    expect(await response.json()).toEqual({ error: 'Invalid JSON' })
    expect(await server.terminate()).toBe(0)
  })

  it('exports how many events wait in the queue, and the age of the oldest', async () => {
    const graph = await serveFetch(() => new Response('', { status: 503 }))
    const server = await recipe.startServer({
      ...scenario.env,
      META_GRAPH_URL: graph.url,
      META_QUEUE_FILE: join(recipe.folder, 'queue/events.sqlite'),
    })
    const body = JSON.stringify({ event_name: 'Lead', event_id: 'e-1' })
    const response = await fetch(server.origin + CONVERSION_PATH, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ kept: true })
    expect(await server.terminate()).toBe(0)
    await graph.close()
    const attributes = {
      'error.type': 'status 503',
      'conversion.pixel_id': '1234567890',
      'conversion.school': 'polaris',
    }
    const point = { attributes, unit: '{event}', count: 1 }
    expect(scenario.receiver.points('conversion.queue.events')).toEqual([point])
    const [age] = scenario.receiver.points('conversion.queue.age')
    expect(age).toEqual({ attributes, unit: 's', count: expect.any(Number) })
  })

  it('names the service', () => {
    expect(scenario.receiver.resource()).toMatchObject({ 'service.name': 'polaris' })
  })
})
