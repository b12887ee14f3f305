/**
 * Audits pages with Lighthouse. A separate entry because it loads Lighthouse and vitest.
 *
 * @module
 */

export { audit, findFailedAudits } from './lib/audit.ts'
