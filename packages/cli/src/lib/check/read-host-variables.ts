import { join } from 'node:path'

import type { Environment } from '@conversion-capi/core'
import { createFindings, ENVIRONMENT_RULES, readText } from '@conversion-capi/meta/terminal'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'

const finding = createFindings(ENVIRONMENT_RULES)

/** A token that is set as a secret on the host has a placeholder as its value. */
export async function readHostVariables({ root, site }: Project) {
  const { settings = '', readVariables } = HOST_RECORDS[site.host]
  const file = join(site.hostFiles, settings)
  const text = readVariables && (await readText(root, file))
  if (!text) return undefined
  const { env, buildOnly } = readVariables(text)
  const isSet = Object.keys(env).length > 0
  const all: Environment = isSet ? { META_ACCESS_TOKEN: 'set-as-a-secret', ...env } : {}
  return {
    file,
    env: all,
    findings: [
      ...(env['META_ACCESS_TOKEN'] ? [finding('env-token-in-settings', { file }, {})] : []),
      ...buildOnly.map((name) => finding('env-build-only', { file }, { name })),
    ],
  }
}
