import type { Config, Environment } from '@conversion-capi/core'
import type { Finding } from '@conversion-capi/core/diagnostics'

import { createFindings, placeOf } from '../terminal/rules.ts'
import { ENVIRONMENT_RULES, readSchoolConfigs } from './check-environment.ts'

/** What a project states that the variables must match. */
export interface Site {
  pixelId: string
  origin: string
}

const finding = createFindings(ENVIRONMENT_RULES)

/**
 * Compares the pixel ID in the variables with the one of a project. With several schools, only those that allow the
 * origin of its pages can be compared.
 *
 * @returns The differences, and the names of the schools that were not compared.
 */
export function comparePixelId(
  site: Site,
  env: Environment,
): { findings: Finding[]; others: string[] } {
  const findings: Finding[] = []
  const others: string[] = []
  for (const { result, school } of readSchoolConfigs(env)) {
    const isOwn = school === undefined || (result.ok && allowsOrigin(result.value, site))
    // Known even if another variable is missing.
    const pixelId = result.ok ? result.value.pixelId : env['META_PIXEL_ID']?.trim()
    if (!isOwn) others.push(school)
    else if (pixelId && pixelId !== site.pixelId) {
      findings.push(finding('env-pixel-id', placeOf({ school }), {}))
    }
  }
  return { findings, others }
}

/** Returns whether an allowlist has the origin of a site, or a pattern such as `*.school.example` for it. */
export function allowsOrigin({ allowedOrigins }: Config, { origin }: Site): boolean {
  if (allowedOrigins === undefined) return true
  return allowedOrigins.some(
    (each) => each === origin || (each.startsWith('*.') && origin.endsWith(each.slice(1))),
  )
}
