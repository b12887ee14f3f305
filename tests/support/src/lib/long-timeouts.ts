/** Only ends tests that hang: on a busy machine, some steps take minutes. */
export const LONG_TIMEOUT_MS = 240_000

/**
 * Variables for proxies under test. With the default of 1.5 seconds, attempts time out on a busy machine, and the
 * upstream receives retries. Tests of timeouts set their own.
 */
export const LONG_TIMEOUTS = {
  META_TIMEOUT_MS: String(LONG_TIMEOUT_MS),
  META_DEADLINE_MS: String(LONG_TIMEOUT_MS),
  META_BODY_TIMEOUT_MS: String(LONG_TIMEOUT_MS),
}
