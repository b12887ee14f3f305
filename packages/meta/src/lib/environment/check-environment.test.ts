import type { Environment } from '@conversion-capi/core'
import { describe, expect, it } from 'vitest'

import { SCHOOLS, TOKEN } from '../report/three-days.fixture.ts'
import { checkEnvironment, type ENVIRONMENT_RULES } from './check-environment.ts'

const NOW = Date.parse('2026-11-21')
const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: TOKEN, META_GRAPH_VERSION: 'v25.0' }

function check(env: Environment) {
  const findings = [...checkEnvironment(env, NOW)]
  expect(JSON.stringify(findings)).not.toContain(TOKEN)
  return findings
}

it.each([
  ENV,
  SCHOOLS,
  { ...ENV, META_RETRIES: '1', PATH: '/bin', MEDIA_ID: '1' },
  { ...ENV, META_QUEUE_FILE: 'queue/events.sqlite' },
])('finds nothing in a complete environment %#', (env) => {
  expect(check(env)).toEqual([])
})

type Code = keyof typeof ENVIRONMENT_RULES

describe.each<[Environment, Code, string]>([
  [{}, 'env-not-set', 'No variable'],
  [{ META_PIXEL_ID: ' ', PATH: '/bin' }, 'env-not-set', 'No variable'],
  [{ META_PIXEL_ID: '1' }, 'env-problem', 'META_ACCESS_TOKEN is missing.'],
  [{ ...ENV, META_TIMEOUT_MS: 'fast' }, 'env-problem', 'META_TIMEOUT_MS must be'],
  [{ FB_PIXEL_ID: '1' }, 'env-problem', 'FB_PIXEL_ID is not read. Did you mean META_PIXEL_ID?'],
  [{ ...SCHOOLS, META_SCHOOLS: 'a b' }, 'env-problem', 'META_SCHOOLS must be'],
  [{ ...SCHOOLS, META_PIXEL_ID__SUD: '' }, 'env-problem', 'META_PIXEL_ID__SUD is missing.'],
  [{ ...ENV, META_ACESS_TOKEN: TOKEN }, 'env-unknown', 'META_ACESS_TOKEN is not read'],
  [{ ...ENV, META_QUEUE_FIEL: 'a' }, 'env-unknown', 'META_QUEUE_FIEL is not read'],
  [{ ...ENV, MTEA_PIXEL_ID: '1' }, 'env-unknown', 'MTEA_PIXEL_ID is not read'],
  [{ ...ENV, meta_pixel_id: '1' }, 'env-unknown', 'meta_pixel_id is not read'],
  [{ ...SCHOOLS, META_RETRIES__NROD: '1' }, 'env-unknown', 'META_RETRIES__NROD is not read'],
  [{ ...ENV, META_GRAPH_VERSION: '' }, 'graph-version-expired', 'v18.0 expired on 2026-01-26'],
  [{ ...ENV, META_GRAPH_VERSION: 'v20.0' }, 'graph-version-expired', 'v20.0 expired'],
  [{ ...ENV, META_GRAPH_VERSION: 'v17.0' }, 'graph-version-expired', 'v17.0 expired on a day'],
  [
    { ...ENV, META_GRAPH_VERSION: 'v21.0' },
    'graph-version-expiring',
    'v21.0 expires on 2027-01-21',
  ],
  [{ ...ENV, META_GRAPH_VERSION: 'v99.0' }, 'graph-version-unknown', 'v99.0'],
])('%j', (env, code, message) => {
  it(`is reported as ${code}`, () => {
    const findings = check(env).filter((each) => each.code === code)
    expect(findings).toHaveLength(1)
    expect(findings[0]!.message).toContain(message)
  })
})

it('suggests the name of a misspelled variable, and reports it once', () => {
  expect(check({ ...ENV, META_ALOWED_ORIGINS: 'https://nord.example' })).toEqual([
    expect.objectContaining({ code: 'env-unknown', fix: 'Write "META_ALLOWED_ORIGINS".' }),
  ])
  expect(check({ ...ENV, META_PIXEL_ID: '', META_PIXELID: '1' }).map(({ code }) => code)).toEqual([
    'env-problem',
  ])
})

it('names the school of a problem', () => {
  const findings = check({ ...SCHOOLS, META_PIXEL_ID__SUD: '' })
  expect(findings).toMatchObject([{ file: 'sud' }])
})
