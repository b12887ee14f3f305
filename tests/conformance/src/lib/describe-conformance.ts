import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'

import { createContext } from './context.ts'
import { describeCustomData } from './custom-data.ts'
import { describeEndpoint } from './endpoint.ts'
import { describeGlobalPrivacyControl } from './global-privacy-control.ts'
import type { StartHost } from './host.ts'
import { describePersonalData } from './personal-data.ts'
import { describeRequestBody } from './request-body.ts'
import { describeResponses } from './responses.ts'
import { describeRetries } from './retries.ts'
import { describeServerFields } from './server-fields.ts'
import { describeSizeLimits } from './size-limits.ts'
import { describeUpstreamRequest } from './upstream-request.ts'
import { describeValidation } from './validation.ts'

/** Settings of the suite. */
export interface ConformanceOptions {
  /**
   * Tests that this host cannot pass because it handles the case before the proxy runs: title → reason. They
   * are skipped. The suite fails if a title matches no test.
   *
   * @default {}
   */
  decidedByTheHost?: Readonly<Record<string, string>>
  /**
   * Whether a queue keeps the events that Meta has not accepted. The responses say so.
   *
   * @default false
   */
  keepsEvents?: boolean
}

/**
 * Declares the suite for one host.
 *
 * @param name The host's name in the report.
 * @param start Starts the proxy. Called once for each of about nine configurations.
 * @param options Settings of the suite.
 */
export function describeConformance(
  name: string,
  start: StartHost,
  { decidedByTheHost = {}, keepsEvents = false }: ConformanceOptions = {},
): void {
  describe(`${name} conforms to the specification`, () => {
    const context = createContext(start)
    const skipped = new Set<string>()

    beforeAll(() => context.open())

    beforeEach(({ task, skip }) => {
      const reason = decidedByTheHost[task.name]
      if (reason === undefined) return
      skipped.add(task.name)
      skip(`Decided by the host: ${reason}`)
    })

    afterAll(() => {
      expect([...skipped].sort()).toEqual(Object.keys(decidedByTheHost).sort())
    })

    afterAll(() => context.close())

    describeUpstreamRequest(context)
    describeRequestBody(context)
    describePersonalData(context)
    describeCustomData(context)
    describeServerFields(context)
    describeEndpoint(context)
    describeValidation(context)
    describeResponses(context, keepsEvents)
    describeSizeLimits(context)
    describeRetries(context)
    describeGlobalPrivacyControl(context)
  })
}
