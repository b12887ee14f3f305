import type { Settings } from '../config/settings.ts'

/**
 * Returns whether a visitor sends Global Privacy Control and the configuration honors it.
 *
 * If the configuration has a problem, what it would say is unknown, and the header is honored.
 *
 * @see https://w3c.github.io/gpc/ If there are several headers, one with exactly `1` is enough.
 */
export function hasOptedOut(
  headers: Headers,
  { globalPrivacyControl, problem }: Settings,
): boolean {
  if (!problem && globalPrivacyControl === 'ignore') return false
  return headers.get('Sec-GPC')?.split(', ').includes('1') ?? false
}
