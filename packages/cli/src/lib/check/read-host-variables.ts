import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import type { Environment } from '@conversion-capi/core'
import { createFindings, ENVIRONMENT_RULES, readText } from '@conversion-capi/meta/terminal'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'

const finding = createFindings(ENVIRONMENT_RULES)

/** The variables in the settings file of a host. */
export interface HostVariables {
  /** The path of the file in the project. */
  file: string
  /** The variables of the deployed function. A token that is set as a secret has a placeholder as its value. */
  env: Environment
  findings: Finding[]
}

/** Reads the variables of the proxy in the settings file of a project's host, if there are any. */
export async function readHostVariables(project: Project): Promise<HostVariables | undefined> {
  const { root, site } = project
  const { settings = '', readVariables } = HOST_RECORDS[site.host]
  const file = join(site.hostFiles, settings)
  const text = readVariables && (await readText(root, file))
  if (!text) return undefined
  const { env, buildOnly } = readVariables(text)
  const isSet = Object.keys(env).length > 0
  return {
    file,
    env: isSet ? { META_ACCESS_TOKEN: 'set-as-a-secret', ...env } : {},
    findings: [
      ...(env['META_ACCESS_TOKEN'] ? [finding('env-token-in-settings', { file }, {})] : []),
      ...buildOnly.map((name) => finding('env-build-only', { file }, { name })),
    ],
  }
}
