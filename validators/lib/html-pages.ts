import { readdir, readFile } from 'node:fs/promises'

import { renderResources } from '@conversion-capi/content'

import { schools } from './schools.ts'

export interface HtmlPage {
  name: string
  html: string
}

/** Every HTML page: those written for each school, and those that the example school wrote itself. */
export async function htmlPages(): Promise<HtmlPage[]> {
  return [...schools.flatMap(([name, school]) => written(name, school)), ...(await ownPages())]
}

function written(name: string, school: Parameters<typeof renderResources>[0]): HtmlPage[] {
  return renderResources(school)
    .filter(({ contentType }) => contentType.startsWith('text/html'))
    .map(({ path, body }) => ({ name: `${path} of ${name}`, html: body }))
}

async function ownPages(): Promise<HtmlPage[]> {
  const folder = new URL('../../examples/school-site/public/', import.meta.url)
  const files = await readdir(folder, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html')).toSorted()
  return Promise.all(
    pages.map(async (file) => ({
      name: `${file} of the example site`,
      html: await readFile(new URL(file, folder), 'utf8'),
    })),
  )
}
