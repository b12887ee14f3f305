import type { Finding } from '@conversion-capi/content'
import { ENVIRONMENT_RULES } from '@conversion-capi/meta/terminal'

import { PROBE_RULES } from './probe/probe-rules.ts'
import { losing, type RankedRule } from './site/losing.ts'
import { CHECK_RULES } from './check/check-rules.ts'

const { 'env-token-in-settings': token, ...variables } = ENVIRONMENT_RULES
const RULES: Record<string, RankedRule> = {
  ...CHECK_RULES,
  ...PROBE_RULES,
  ...losing('events', variables),
  ...losing('privacy', { 'env-token-in-settings': token }),
}
const LEVELS = ['error', 'warning', 'verified', 'info', 'unverifiable']

/** Sorts findings: errors, which stop the build, then warnings, both by what is lost. */
export function rankFindings(findings: Finding[]): Finding[] {
  const rank = ({ level, code = '' }: Finding): number => {
    // The rules of the content package name no loss.
    const loss = RULES[code]?.loss ?? (/^content-(?:files|links|pages)$/.test(code) ? 3 : 5)
    return LEVELS.indexOf(level) * 10 + loss
  }
  return findings.toSorted((one, other) => rank(one) - rank(other))
}
