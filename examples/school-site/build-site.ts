import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { renderHostFiles, renderResources, type School } from '@conversion-capi/content'

import { mergeSettings } from './merge-settings.ts'
import { homeMarkdown } from './render-pages.ts'
import { renderSite } from './render-site.ts'

const PROJECTS = fileURLToPath(new URL('hosts', import.meta.url))
const HOSTS = ['netlify', 'vercel', 'cloudflare'] as const

/**
 * Writes a deployable project for each host: the files from `hosts/`, the site in `public`, and the host's
 * configuration.
 *
 * @param folder The output folder. It is replaced completely, or left unchanged if an error occurs.
 * @param school The description of the school.
 * @param today The current day, such as `2026-09-01`. If set, pages must not have changed later.
 * @throws {Error} If the site has problems.
 */
export async function buildSite(folder: string, school: School, today?: string): Promise<void> {
  const site = await renderSite(school, today)
  const hostFiles = renderHostFiles([...renderResources(school), homeMarkdown(school)], school)

  await mkdir(dirname(folder), { recursive: true })
  const temporary = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    for (const host of HOSTS) {
      const project = join(temporary, 'new', host)
      const published = join(project, 'public')
      await cp(join(PROJECTS, host), project, { recursive: true })
      for (const { path, body } of site) await write(join(published, toFile(path)), body)
      for (const { root, path, body } of hostFiles.filter((file) => file.host === host)) {
        if (root === 'publish') await write(join(published, path), body)
        else await addSettings(join(project, path), body)
      }
    }
    if (existsSync(folder)) await rename(folder, join(temporary, 'old'))
    await rename(join(temporary, 'new'), folder)
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/** A path that ends with a slash is the `index.html` of that folder. */
function toFile(path: string): string {
  return path.endsWith('/') ? `${path}index.html` : path
}

async function write(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
}

/** Merges settings into a settings file of the project. */
async function addSettings(file: string, settings: string): Promise<void> {
  await writeFile(file, mergeSettings(await readFile(file, 'utf8'), settings))
}
