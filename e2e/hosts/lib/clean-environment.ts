/**
 * This process's environment as it would be at a user's: without a configuration of the proxy and without
 * vitest's own, and with every tool told to report to nobody and to ask nothing.
 */
export function cleanEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(META_|VITEST|NODE_ENV$|PORT$)/.test(name),
  )
  return { ...(Object.fromEntries(entries) as Record<string, string>), ...QUIET }
}

const QUIET = {
  CI: '1',
  DO_NOT_TRACK: '1',
  NETLIFY_TELEMETRY_DISABLED: '1',
  VERCEL_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
}
