import {
  type Config,
  type ConfigValue,
  createRedelivery,
  type HandlerOptions,
  type Outcome,
  type Redelivery,
  type RedeliveryResult,
  type SchoolOfEvent,
  type ServerEvent,
} from '@conversion-capi/core'

import { waitFor } from './wait-for.ts'

/** Delivers an event of a school. `failure` is the outcome of the attempts, if there were any and they failed. */
type SchoolRedelivery = (
  event: ServerEvent | undefined,
  school: SchoolOfEvent,
) => Promise<{ result: RedeliveryResult; failure?: Outcome | undefined }>

const LOOKUP_TIMEOUT_MS = 2000

/**
 * Creates a consumer with one sender per school, so that the pauses of one school do not delay the others.
 *
 * A `config` function is called with the school of the event, as the function of `readSchools` expects. An event is not
 * sent if the result is the configuration of another school.
 */
export function createRedeliveries({
  config,
  fetch,
  now,
  onOutcome,
}: Pick<HandlerOptions, 'config' | 'fetch' | 'now' | 'onOutcome'>): SchoolRedelivery {
  const redeliveries = new WeakMap<object, Redelivery>()
  const failures = new Map<string, Outcome>()

  return async function redeliver(event, school) {
    // It gives up a value that is not an event.
    const redelivery = await findRedelivery(school)
    const result = await redelivery(event as ServerEvent)
    const key = toKey(event?.event_name, event?.event_id)
    const failure = failures.get(key)
    failures.delete(key)
    return { result, failure }
  }

  async function findRedelivery(school: SchoolOfEvent): Promise<Redelivery> {
    try {
      return redeliveryOf(await findConfig(school))
    } catch {
      return redeliveryOf(UNKNOWN)
    }
  }

  async function findConfig(school: SchoolOfEvent): Promise<NonNullable<ConfigValue>> {
    if (typeof config !== 'function') return config ?? UNKNOWN
    const found = await waitFor(LOOKUP_TIMEOUT_MS, config(school as never))
    return found && isOf(school, found) ? found : UNKNOWN
  }

  function redeliveryOf(value: NonNullable<ConfigValue>): Redelivery {
    const existing = redeliveries.get(value)
    if (existing) return existing
    const redelivery = createRedelivery(
      { config: value, fetch, now, onOutcome: onAttempt },
      { onOutcome },
    )
    redeliveries.set(value, redelivery)
    return redelivery
  }

  function onAttempt(outcome: Outcome): void {
    if (outcome.kind !== 'accepted')
      failures.set(toKey(outcome.eventName, outcome.eventId), outcome)
    return onOutcome?.(outcome)
  }
}

const UNKNOWN: NonNullable<ConfigValue> = {
  ok: false,
  error: 'There is no configuration for the school of the event.',
}

function isOf({ pixelId, school }: SchoolOfEvent, config: NonNullable<ConfigValue>): boolean {
  if ('ok' in config && !config.ok) return true
  const found: Config = 'ok' in config ? config.value : config
  return found.school === school && (school !== undefined || found.pixelId === pixelId)
}

function toKey(name: string | undefined, id: string | undefined): string {
  return JSON.stringify([name, id])
}
