import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { installPacked, startProcess, type StartedProcess } from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'

import {
  EXPECTED_COUNTS,
  startTelemetryScenario,
  type TelemetryScenario,
} from '../recipes/telemetry-scenario.ts'
import { findBin } from './lib/find-bin.ts'

const RECIPE = fileURLToPath(new URL('../../examples/recipes/opentelemetry', import.meta.url))
const PERMISSIONS = ['--allow-net', '--allow-env=META_*,DENO_TIMELINE']

const folder = useFolder()
let scenario: TelemetryScenario
let deno: StartedProcess | undefined

beforeAll(async () => {
  await cp(RECIPE, folder.path, { recursive: true })
  await installPacked(folder.path, inject('tarballs'))
  scenario = await startTelemetryScenario()
  const args = ['run', '--no-prompt', ...PERMISSIONS, 'main.ts']
  deno = await startProcess(process.execPath, [findBin('deno'), ...args], {
    cwd: folder.path,
    env: (port) => ({
      ...scenario.env,
      OTEL_DENO: 'true',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: '1',
    }),
  })
})

afterAll(async () => {
  await deno?.close()
  await scenario?.close()
})

it("exports the recipe's metrics and the log lines with Deno's own OpenTelemetry", async () => {
  const { receiver } = scenario
  await scenario.sendEvents(deno!.origin)
  // `startProcess` has sent a GET request too.
  const probe = {
    attributes: { ...EXPECTED_COUNTS[2]!.attributes, 'error.type': 'Method not allowed' },
    unit: '{event}',
    count: expect.any(Number),
  }
  await vi.waitFor(
    () => {
      const points = receiver.points('conversion.events')
      expect(points).toHaveLength(EXPECTED_COUNTS.length + 1)
      expect(points).toEqual(expect.arrayContaining([...EXPECTED_COUNTS, probe]))
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(receiver.resource()).toMatchObject({ 'service.name': 'polaris' })
  const [duration] = receiver.points('conversion.duration')
  expect(duration).toMatchObject({ unit: 's', bounds: expect.arrayContaining([0.01, 10]) })

  await vi.waitFor(
    () => {
      const lines = receiver.logs().filter(({ body }) => body.startsWith('{'))
      const failures = lines.map(({ severity, body }) => [severity, JSON.parse(body)['error.type']])
      expect(failures.filter(([, type]) => type !== 'Method not allowed')).toEqual([
        ['ERROR', '100'],
        ['ERROR', '100'],
        ['WARN', 'Invalid JSON'],
        ['ERROR', 'upstream_unreachable'],
      ])
    },
    { timeout: 60_000, interval: 200 },
  )
})
