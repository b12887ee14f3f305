import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { renderHostFiles, renderResources, type School } from '@conversion-capi/content'

import { renderSite } from './render-site.ts'

/**
 * Writes, for each host, a folder that can be deployed to it: `netlify`, `vercel`, `cloudflare` with the site
 * in `public`, and `vercel-build-output` for `vercel deploy --prebuilt`.
 *
 * When anything is wrong it throws, and `folder` is what it was before: it is replaced whole, or not at all.
 */
export async function buildSite(folder: string, school: School): Promise<void> {
  const site = await renderSite(school)
  const hostFiles = renderHostFiles(renderResources(school), school)

  await mkdir(dirname(folder), { recursive: true })
  const aside = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    for (const host of new Set(hostFiles.map((file) => file.host))) {
      const project = join(aside, 'new', host)
      const published = join(project, PUBLISHED[host] ?? 'public')
      for (const { path, body } of site) await write(join(published, toFile(path)), body)
      for (const file of hostFiles.filter((each) => each.host === host)) {
        await write(join(file.place === 'site' ? published : project, file.path), file.body)
      }
    }
    if (existsSync(folder)) await rename(folder, join(aside, 'old'))
    await rename(join(aside, 'new'), folder)
  } finally {
    await rm(aside, { recursive: true })
  }
}

/** Where hosts that do not let one choose look for the files that are published. */
const PUBLISHED: Record<string, string> = { 'vercel-build-output': '.vercel/output/static' }

/** A page at a folder's address is the folder's index. */
function toFile(path: string): string {
  return path.endsWith('/') ? `${path}index.html` : path
}

async function write(file: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
}
