import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { getPort } from '@conversion-capi/test-support'
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

  it('names the service', () => {
    expect(scenario.receiver.resource()).toMatchObject({ 'service.name': 'polaris' })
  })
})
