import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { School } from '@conversion-capi/content'

import { CommandError } from '../report/command-error.ts'
import type { SiteOptions } from './site-options.ts'

/** A project folder and its `school.config.ts`. */
export interface Project {
  /** Absolute path of the folder. */
  root: string
  /** Absolute path of `school.config.ts`. */
  configFile: string
  /** The description of the school: the default export. */
  school: School
  /** The export `site`, with its defaults. */
  site: Required<SiteOptions>
}

/**
 * Loads the `school.config.ts` of a project.
 *
 * @param dir The folder of the project.
 * @throws {CommandError} If the folder or the file is missing, or if the file cannot be loaded.
 */
export async function loadProject(dir: string): Promise<Project> {
  const root = resolve(dir)
  const configFile = join(root, 'school.config.ts')
  if (!(await stat(root).catch(() => undefined))?.isDirectory()) {
    throw new CommandError(`The folder ${root} does not exist. Pass the folder of your project.`)
  }
  if (!(await stat(configFile).catch(() => undefined))?.isFile()) {
    throw new CommandError(
      `${root} has no school.config.ts. Run "npx conversion-capi init", or pass the folder that contains it.`,
    )
  }
  const { default: school, site } = await import(pathToFileURL(configFile).href)
  return {
    root,
    configFile,
    school,
    site: { pages: 'public', hostFiles: '.', output: 'dist', ...site },
  }
}
