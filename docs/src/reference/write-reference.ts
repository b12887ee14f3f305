import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { ReferencePage } from '../pages.ts'
import { renderCommandLine } from './pages/command-line.ts'
import { renderCustomerInformation } from './pages/customer-information.ts'
import { renderEnvironmentVariables } from './pages/environment-variables.ts'
import { renderFindings } from './pages/findings.ts'
import { renderLabels } from './pages/labels.ts'
import { renderTrackerAttributes } from './pages/tracker-attributes.ts'
import { writeApi } from './write-api.ts'

/**
 * Writes the pages of the groups "Reference" and "API".
 *
 * @param folder The folder for the pages, which is replaced.
 * @throws {Error} If a docstring is missing. The message says where.
 */
export async function writeReference(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { config } = await writeApi(join(folder, 'api'))
  const pages: Record<ReferencePage, string> = {
    'environment-variables': renderEnvironmentVariables(config),
    'tracker-attributes': renderTrackerAttributes(),
    'customer-information': renderCustomerInformation(),
    labels: renderLabels(),
    'command-line': await renderCommandLine(),
    findings: renderFindings(),
  }
  for (const [name, page] of Object.entries(pages)) {
    await writeFile(join(folder, `${name}.md`), `${page}\n`)
  }
}

const FOLDER = fileURLToPath(new URL('../../reference', import.meta.url))
if (process.argv[1] === import.meta.filename) await writeReference(FOLDER)
