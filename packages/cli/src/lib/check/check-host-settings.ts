import type { Finding } from '@conversion-capi/content'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import { readHeaderRules } from '../hosts/read-header-rules.ts'
import type { Project } from '../project/load-project.ts'
import { finding } from './check-rules.ts'

/** Checks that the settings files of the host can be parsed, and that no rule takes requests from the endpoint. */
export async function checkHostSettings(project: Project): Promise<Finding[]> {
  const { host: name, framework } = project.site
  // The endpoint of a framework is a route of the app.
  const host = framework ? undefined : HOST_RECORDS[name]
  return (await readHeaderRules(project)).flatMap(({ file, name, text, rules }) => {
    if (!rules) return [finding('host-settings', { file }, {})]
    const line = name === host?.settings ? host.findBlockingRule?.(text) : undefined
    return line === undefined ? [] : [finding('host-rule', { file, line }, {})]
  })
}
