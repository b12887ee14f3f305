import type { Finding } from '@conversion-capi/content'

import { checkPages } from './check-pages.ts'
import { checkSecrets } from './check-secrets.ts'
import { readHostSettings, type SettingsFolders } from './csp/read-host-settings.ts'
import type { SourceFile } from '../site/read-site.ts'
import type { PagesProject } from '../site/site.ts'

/**
 * Checks the files that a site publishes: the tracker, the pixel, the events, the policies, and that no token is in
 * them.
 *
 * @param accessToken The token in the environment, if it is set.
 * @returns The findings. Those about a script that two pages load are repeated.
 */
export async function checkPublished(
  project: PagesProject & SettingsFolders,
  files: SourceFile[],
  accessToken: string | undefined,
): Promise<Finding[]> {
  const settings = await readHostSettings(project)
  return [
    ...checkPages(project, files, settings),
    ...settings.flatMap(({ problem }) => problem ?? []),
    ...checkSecrets(project, files, accessToken),
  ]
}
