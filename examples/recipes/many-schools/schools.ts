import { type Config, readSchools, type Result, type SchoolOfEvent } from '@conversion-capi/core'

/** Options of {@link createSchools}. */
export interface SchoolsOptions {
  /** Reads the variables of all schools from a secret store. Rejects if the store is down. */
  readSecrets: (signal: AbortSignal) => Promise<Record<string, string>>
  /** Variables that apply to every school, for example `process.env`. Secrets take precedence. */
  env?: Record<string, string | undefined>
  /** @default Date.now */
  now?: () => number
}

/**
 * Creates a `config` function that reads the variables of `readSchools` from a secret store.
 *
 * Only the first request waits for the store. Later, the secrets are read again while the previous ones are used. For an
 * event from a queue, call the function with the `school` that `keep` received.
 */
export function createSchools({
  readSecrets,
  env = {},
  now = Date.now,
}: SchoolsOptions): (
  source: Request | Pick<SchoolOfEvent, 'school'>,
) => Promise<Result<Config, string>> {
  let findConfig: ReturnType<typeof readSchools>
  let lastText = ''
  let readAt = -Infinity
  let nextReadAt = -Infinity
  let reading: Promise<void>

  return async function findSchool(source) {
    const isUsable = now() - readAt < MAX_AGE_MS
    if (now() >= nextReadAt) {
      nextReadAt = now() + (isUsable ? REFRESH_MS : RETRY_MS)
      reading = read()
      reading.catch((error: unknown) => console.error(`The schools could not be read. ${error}`))
    }
    if (!isUsable) await reading
    return findConfig(source)
  }

  async function read(): Promise<void> {
    const secrets = await readSecrets(AbortSignal.timeout(RETRY_MS))
    const text = JSON.stringify(secrets)
    // `readSchools` logs a line for each school.
    if (text !== lastText) findConfig = readSchools({ ...env, ...secrets })
    lastText = text
    readAt = now()
    nextReadAt = readAt + REFRESH_MS
  }
}

/** How often the secrets are read. */
const REFRESH_MS = 60_000
/** How long secrets are used if they cannot be read again. */
const MAX_AGE_MS = 3_600_000
/** Pause after a failure without usable secrets, and time limit of the store. */
const RETRY_MS = 5000
