import { varyByAccept } from '../serve/vary-by-accept.ts'
import type { HostRule } from './host-rule.ts'

/** On Vercel a page with a Markdown twin varies, see `vercelNegotiation`. */
export function vercelHeaders({ headers, markdown }: HostRule): Record<string, string> {
  return markdown === undefined ? headers : varyByAccept(headers)
}
