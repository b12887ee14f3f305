import { expect, it } from 'vitest'

import * as environment from './environment.ts'
import * as core from './index.ts'
import * as diagnostics from './diagnostics.ts'
import * as pii from './pii.ts'
import * as protocol from './protocol.ts'
import * as trackerName from './tracker-name.ts'

it('exports only these names', () => {
  expect(Object.keys(core).sort()).toEqual([
    'DEFAULTS',
    'captureVisitor',
    'checkHandlerOptions',
    'checkRedeliveryOptions',
    'createBatchSender',
    'createHandler',
    'createRedelivery',
    'createSender',
    'logOutcome',
    'parseVisitor',
    'readConfig',
    'readSchools',
  ])
  expect(Object.keys(diagnostics).sort()).toEqual([
    'describeErrorCode',
    'findEventWarnings',
    'findRetryReason',
  ])
  expect(Object.keys(environment).sort()).toEqual([
    'ENV_NAMES',
    'parseConfig',
    'parseSchools',
    'variablesOfSchools',
  ])
  expect(Object.keys(pii).sort()).toEqual([
    'findUnhashedPii',
    'hashPii',
    'hashProfile',
    'isHashed',
    'isPersonalKey',
    'isUnhashedPii',
    'normalizePii',
    'normalizeProfile',
    'sha256Hex',
    'toInternational',
  ])
  expect(Object.keys(trackerName)).toEqual(['findNameProblem'])
  expect(Object.keys(protocol).sort()).toEqual([
    'CONVERSION_PATH',
    'CORS_HEADERS',
    'EVENT_NAMES',
    'GRAPH_VERSION',
    'MAX_AGE_DAYS',
    'MAX_BODY_BYTES',
    'MAX_EVENTS_PER_REQUEST',
    'MAX_EVENT_ID_LENGTH',
    'MAX_IDENTIFIERS',
    'MAX_JSON_DEPTH',
    'MAX_TEXT_LENGTH',
    'MAX_UPSTREAM_BYTES',
    'PII_KEYS',
    'PROFILE_KEYS',
    'REJECTIONS',
    'USER_DATA_KEYS',
    'checkNames',
    'isDeeperThan',
    'isJsonObject',
  ])
})
