import type { Finding } from '@conversion-capi/content'
import type { Config, Environment } from '@conversion-capi/core'

import type { Project } from '../project/load-project.ts'
import { siteFinding as finding } from '../site/site-rules.ts'
import { readSchoolConfigs } from './check-environment.ts'

/**
 * Compares the pixel ID in the variables with the one of a project. With several schools, only those that allow the
 * origin of its pages can be compared.
 *
 * @returns The differences, and the names of the schools that were not compared.
 */
export function comparePixelId(
  project: Project,
  env: Environment,
): { findings: Finding[]; others: string[] } {
  const findings: Finding[] = []
  const others: string[] = []
  for (const { result, school } of readSchoolConfigs(env)) {
    const isOwn = school === undefined || (result.ok && allowsOrigin(result.value, project))
    // Known even if another variable is missing.
    const pixelId = result.ok ? result.value.pixelId : env['META_PIXEL_ID']?.trim()
    if (!isOwn) others.push(school)
    else if (pixelId && pixelId !== project.site.pixelId) {
      findings.push(finding('env-pixel-id', school === undefined ? {} : { file: school }, {}))
    }
  }
  return { findings, others }
}

/** Returns whether an allowlist has the origin of a project's pages, or a pattern such as `*.school.example` for it. */
export function allowsOrigin({ allowedOrigins }: Config, project: Project): boolean {
  const origin = originOf(project)
  if (allowedOrigins === undefined) return true
  return allowedOrigins.some(
    (each) => each === origin || (each.startsWith('*.') && origin.endsWith(each.slice(1))),
  )
}

export function originOf({ school, site }: Project): string {
  return site.builder?.url ?? school.url
}
