import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { renderHostFiles, renderResources, type School } from '@conversion-capi/content'

import { mergeSettings } from './merge-settings.ts'
import { renderSite } from './render-site.ts'

const PROJECTS = fileURLToPath(new URL('hosts', import.meta.url))
const HOSTS = ['netlify', 'vercel', 'cloudflare'] as const

/**
 * Writes, for each host, a project that can be deployed to it: what is in `hosts/`, the site in `public`, and
 * the files by which the host is told how to serve it.
 *
 * When anything is wrong it throws, and `folder` is what it was before: it is replaced whole, or not at all.
 */
export async function buildSite(folder: string, school: School): Promise<void> {
  const site = await renderSite(school)
  const hostFiles = renderHostFiles(renderResources(school), school)

  await mkdir(dirname(folder), { recursive: true })
  const aside = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    for (const host of HOSTS) {
      const project = join(aside, 'new', host)
      const published = join(project, 'public')
      await cp(join(PROJECTS, host), project, { recursive: true })
      for (const { path, body } of site) await write(join(published, toFile(path)), body)
      for (const { root, path, body } of hostFiles.filter((file) => file.host === host)) {
        if (root === 'publish') await write(join(published, path), body)
        else await settle(join(project, path), body)
      }
    }
    if (existsSync(folder)) await rename(folder, join(aside, 'old'))
    await rename(join(aside, 'new'), folder)
  } finally {
    await rm(aside, { recursive: true })
  }
}

/** A page at a folder's address is the folder's index. */
function toFile(path: string): string {
  return path.endsWith('/') ? `${path}index.html` : path
}

async function write(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
}

/** Adds settings to those that the project has of its own. */
async function settle(file: string, settings: string): Promise<void> {
  await writeFile(file, mergeSettings(await readFile(file, 'utf8'), settings))
}
