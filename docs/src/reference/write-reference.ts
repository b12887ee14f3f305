import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { ReferencePage } from '../pages.ts'
import { renderCommandLine } from './pages/command-line.ts'
import { renderCustomerInformation } from './pages/customer-information.ts'
import { renderEnvironmentVariables } from './pages/environment-variables.ts'
import { renderEvents } from './pages/events.ts'
import { renderFindings } from './pages/findings.ts'
import { renderOptionPage } from './pages/options.ts'
import { renderOutcomes } from './pages/outcomes.ts'
import { renderRejections } from './pages/rejections.ts'
import { type Api, readApi } from './read-api.ts'

const RENDERERS: Record<ReferencePage, (api: Api) => string | Promise<string>> = {
  'proxy-options': renderOptionPage('proxy-options'),
  'tracker-options': renderOptionPage('tracker-options'),
  'school-description': renderOptionPage('school-description'),
  'tool-options': renderOptionPage('tool-options'),
  'environment-variables': renderEnvironmentVariables,
  events: renderEvents,
  'customer-information': renderCustomerInformation,
  rejections: renderRejections,
  outcomes: renderOutcomes,
  'command-line': renderCommandLine,
  findings: renderFindings,
}

/**
 * Writes the pages of the groups "Reference" and "API".
 *
 * @param folder The folder for the pages, which is replaced.
 * @throws {Error} If a docstring is missing. The message says where.
 */
export async function writeReference(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const api = await readApi(join(folder, 'api'))
  for (const [name, render] of Object.entries(RENDERERS)) {
    await writeFile(join(folder, `${name}.md`), `${await render(api)}\n`)
  }
}

const FOLDER = fileURLToPath(new URL('../../reference', import.meta.url))
if (process.argv[1] === import.meta.filename) await writeReference(FOLDER)
