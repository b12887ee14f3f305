import {
  type ConfigSource,
  type ConfigValue,
  createRedelivery,
  createSender,
  type HandlerOptions,
  type Redelivery,
  type SchoolOfEvent,
  type Sender,
  type SendResult,
  type ServerEvent,
} from '@conversion-capi/core'

const LOOKUP_TIMEOUT_MS = 2000

/** The longest pause of a school without a usable configuration. */
const MAX_PAUSE_MS = 300_000

/**
 * Creates a consumer with one rate and one pause per pixel, so that the pauses of one school do not delay the others.
 *
 * A `config` function is called with the school of the event, as the function of `readSchools` expects. If it fails,
 * because it needs a request or its store is down, the last configuration that it returned for a request with the same
 * pixel is used. An event is never sent to another pixel than the one it was kept for.
 */
export function createRedeliveries({
  config,
  fetch,
  now,
  onOutcome,
}: Pick<HandlerOptions, 'config' | 'fetch' | 'now' | 'onOutcome'>) {
  const redeliveries = new Map<string, Redelivery>()
  const configs = new Map<string, ConfigValue>()

  return {
    // It gives up values that are not events.
    redeliver: (event: ServerEvent | undefined, school: SchoolOfEvent) =>
      redeliveryOf(school)(event as ServerEvent, school.pixelId),
    config: typeof config === 'function' ? remember(config) : config,
  }

  function redeliveryOf(school: SchoolOfEvent): Redelivery {
    const key = JSON.stringify([school.pixelId, school.school])
    const redelivery = redeliveries.get(key) ?? createRedelivery(send, { now, onOutcome, school })
    redeliveries.set(key, redelivery)
    let rejections = 0
    return redelivery

    async function send(...args: Parameters<Sender>): Promise<SendResult> {
      const found = typeof config === 'function' ? await lookUp(config, school) : config
      const result = await createUsableSender(found)(...args)
      if (result.kind !== 'retry' || result.outcome.kind !== 'rejected') {
        rejections = 0
        return result
      }
      // Without a configuration for the pixel, none of the school's events can be sent.
      const retryAfterMs = Math.min(1000 * 2 ** rejections++, MAX_PAUSE_MS)
      return { ...result, reason: 'throttled', retryAfterMs }
    }
  }

  /** A configuration that a function returned can be unusable. */
  function createUsableSender(found: ConfigValue): Sender {
    const options = { fetch, now, onOutcome }
    try {
      return createSender({ ...options, config: found ?? UNKNOWN })
    } catch {
      return createSender({ ...options, config: UNKNOWN })
    }
  }

  async function lookUp(lookup: Lookup, school: SchoolOfEvent): Promise<ConfigValue> {
    const result = (async () => lookup(school as never))().catch(() => {})
    return (await waitFor(LOOKUP_TIMEOUT_MS, result)) ?? configs.get(school.pixelId)
  }

  function remember(lookup: Lookup): Lookup {
    return async (request) => {
      const found = await lookup(request)
      configs.set(pixelOf(found) ?? '', found)
      return found
    }
  }
}

type Lookup = Extract<ConfigSource, (...args: never[]) => unknown>

const UNKNOWN: ConfigValue = {
  ok: false,
  error: 'No configuration is known for the pixel of the event. Wait for a request of its school.',
}

function pixelOf(config: ConfigValue): string | undefined {
  if (!config || !('ok' in config)) return config?.pixelId
  return config.ok ? config.value.pixelId : undefined
}

/** Returns what the work resolves to, or `undefined` after `ms`. */
export async function waitFor<Value>(ms: number, work: Value | Promise<Value>) {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
