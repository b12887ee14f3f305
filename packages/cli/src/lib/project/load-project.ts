import { globSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { defineSchool, type Finding, type School, SchoolError } from '@conversion-capi/content'
import { CommandError, type Site } from '@conversion-capi/meta/terminal'

import { type ConfigExports, invalidConfig, loadConfig } from './load-config.ts'
import { locateProblems } from './locate-field.ts'
import { APP_FOLDERS, checkPagesFolder, CONFIG_FILE } from './project-folders.ts'
import { type CompleteSiteOptions, EXAMPLE_PIXEL_ID, readSiteOptions } from './site-options.ts'

/** The URL of a site that has none yet, which only drafts have. */
export const UNKNOWN_URL = 'https://school.invalid'

/** A project folder and its `school.config.ts`. */
export interface Project {
  /** Absolute path of the folder. */
  root: string
  /** The description of the school: the default export. */
  school: School
  /** The export `site`, with its defaults. */
  site: CompleteSiteOptions
  /** What a draft lacks: the URL and the pixel ID. */
  missing: Finding[]
}

/**
 * Loads the `school.config.ts` of a project, or of the app in a repository. Each call loads the current version of the file.
 *
 * @param options `isDraft`: whether the URL and the pixel ID may be missing.
 * @throws {CommandError} If the folder or the file is missing, if the file cannot be loaded or is invalid, or if other
 *   files of the project would be published.
 */
export async function loadProject(dir: string, { isDraft = false } = {}): Promise<Project> {
  // The real path, because stacks contain real paths.
  const start = await realpath(dir).catch(({ code }: NodeJS.ErrnoException) => {
    const problem =
      code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`
    throw new CommandError(
      `The folder ${resolve(dir)} ${problem}. Pass the folder of your project.`,
    )
  })
  if (!(await stat(start)).isDirectory()) {
    throw new CommandError(`${start} is not a folder. Pass the folder of your project.`)
  }
  const root = await findRoot(start)
  if (!(await hasConfig(root))) {
    const fix = (await hasConfig(dirname(root)))
      ? `Run the command in ${dirname(root)}, which has one.`
      : 'Run "npx conversion-capi init", or pass the folder that contains it.'
    throw new CommandError(`${root} has no ${CONFIG_FILE}. ${fix}`)
  }
  const exports = await loadConfig(root)
  if (exports.default === undefined) {
    throw new CommandError(
      `${CONFIG_FILE} has no default export. Write export default defineSchool({ … }).`,
    )
  }
  const school = validate(exports)
  const site = readSiteOptions(exports.site, exports.source)
  const problems = [
    school.url === UNKNOWN_URL && 'url is not known yet. Write the https origin of the site.',
    site.pixelId === EXAMPLE_PIXEL_ID &&
      'site.pixelId is missing. Write the ID of your Meta pixel, such as pixelId: "1234567890".',
  ].filter((problem) => problem !== false)
  if (problems.length > 0 && !isDraft) throw invalidConfig(problems, exports.source)
  const project = { root, school, site, missing: locateProblems(problems, exports.source) }
  await checkPagesFolder(project)
  return project
}

/** Returns the folder of the app in a repository that has the only description, or the repository. */
async function findRoot(repository: string): Promise<string> {
  if (await hasConfig(repository)) return repository
  const options = { cwd: repository, exclude: ['**/node_modules'] }
  const [file, ...others] = globSync(`${APP_FOLDERS}/${CONFIG_FILE}`, options)
  return file !== undefined && others.length === 0 ? join(repository, dirname(file)) : repository
}

async function hasConfig(folder: string): Promise<boolean> {
  const stats = await stat(join(folder, CONFIG_FILE)).catch(() => undefined)
  return stats?.isFile() === true
}

/** Validates a description that the file did not pass to `defineSchool`. */
function validate({ default: description, source }: ConfigExports): School {
  try {
    return defineSchool(description as School)
  } catch (error) {
    throw error instanceof SchoolError ? invalidConfig(error.problems, source) : error
  }
}

/** Returns what `doctor` and `check` compare with the variables. */
export function siteOf({ school, site }: Project): Site {
  return { pixelId: site.pixelId, origin: site.builder?.url ?? school.url }
}
