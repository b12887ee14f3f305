import type { UpstreamBody } from '../../protocol.ts'

/** Returns the codes that have the type Meta documents; any other value could contain personal data. */
export function codesOf(upstream: UpstreamBody): {
  code?: number
  subcode?: number
  fbtraceId?: string
} {
  const error = (upstream['error'] ?? {}) as Record<string, unknown>
  const { code, error_subcode: subcode } = error
  const fbtraceId = upstream['fbtrace_id'] ?? error['fbtrace_id']
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof subcode === 'number' && { subcode }),
    ...(typeof fbtraceId === 'string' && { fbtraceId }),
  }
}
