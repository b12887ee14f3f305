import type { Finding } from '@conversion-capi/content'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import { readHeaderRules } from '../hosts/read-header-rules.ts'
import type { CompleteSiteOptions } from '../project/site-options.ts'
import { finding } from './check-rules.ts'

export interface SettingsFolders {
  root: string
  site: Pick<CompleteSiteOptions, 'hostFiles' | 'pages'> &
    Partial<Pick<CompleteSiteOptions, 'host' | 'framework'>>
}

/** Checks that the settings files of the host can be parsed, and that no rule takes requests from the endpoint. */
export async function checkHostSettings(folders: SettingsFolders): Promise<Finding[]> {
  const { host: name, framework } = folders.site
  // The endpoint of a framework is a route of the app.
  const host = name === undefined || framework ? undefined : HOST_RECORDS[name]
  return (await readHeaderRules(folders)).flatMap(({ file, name, text, rules }) => {
    if (!rules) return [finding('host-settings', { file }, {})]
    const line = name === host?.settings ? host.findBlockingRule?.(text) : undefined
    return line === undefined ? [] : [finding('host-rule', { file, line }, {})]
  })
}
