import { realpath } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import type { ServedResource } from '@conversion-capi/content/serve'
import type { Environment } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { checkEnvironment, CommandError, unique } from '@conversion-capi/meta/terminal'

import { textOf } from '../site/read-files.ts'
import { readSite } from '../site/read-site.ts'
import type { PagesProject } from '../site/site.ts'
import { checkPublished } from './check-pages.ts'

/** Options of {@link checkFolder}. */
export interface CheckFolderOptions {
  /** The folder that is published, such as `dist` or `out`. */
  pages: string
  /** The environment variables. @default none */
  env?: Environment
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
}

/**
 * Checks the published folder of any site, without `school.config.ts`: the tracker, the pixel, the events, the policies,
 * and what is left of development. The name of the tracker and the pixel ID are those that the files contain.
 *
 * @returns The findings. They contain no token and no personal data.
 * @throws {CommandError} If the folder does not exist or cannot be read.
 */
export async function checkFolder(options: CheckFolderOptions): Promise<Finding[]> {
  const { pages, env = {}, now = Date.now } = options
  const folder = await realpath(pages).catch(() => {
    throw new CommandError(`The folder ${resolve(pages)} does not exist. Build your site first.`)
  })
  const root = dirname(folder)
  const name = basename(folder)
  const files = await readSite({ root, site: { pages: name } })
  const described = describeFolder(name, files)
  const project = { ...described, root, site: { ...described.site, hostFiles: '.' } }
  return unique([
    ...(await checkPublished(project, files, env['META_ACCESS_TOKEN'])),
    ...checkEnvironment(env, now()),
  ])
}

function describeFolder(pages: string, files: ServedResource[]): PagesProject {
  const texts = files
    .filter(({ contentType }) => /^text\/(?:html|javascript)/.test(contentType))
    .map((file) => ({ path: file.path, text: textOf(file) }))
  const find = (pattern: RegExp): string | undefined => {
    for (const { text } of texts) {
      const [, found] = pattern.exec(text) ?? []
      if (found !== undefined) return found
    }
  }
  const script = texts.find(
    ({ path, text }) => /^\/[\w$]+\.js$/.test(path) && text.includes(CONVERSION_PATH),
  )
  const isReady = script !== undefined && /^\/tracker(?:\.debug)?\.js$/.test(script.path)
  const tracker =
    find(/\bdata-name="([\w$]+)"/) ?? (isReady ? undefined : script && basename(script.path, '.js'))
  const pixelId = find(/\bfbq\(\s*["']init["']\s*,\s*["']?(\d+)/) ?? find(/\bdata-pixel="(\d+)/)
  return {
    school: {
      tracker: tracker ?? 'tracker',
      language: find(/<html[^>]*\slang="?([a-z]{2,3})\b/i) ?? 'en',
    },
    site: {
      pages,
      ...(pixelId !== undefined && { pixelId }),
      // The code of a built script contains the option. The ready script has it in its attributes.
      tracker: !isReady && script?.text.includes('"wait"') ? { consent: 'wait' } : {},
    },
    // A framework can bundle the tracker with other scripts.
    isBundled: script === undefined && texts.some(({ text }) => text.includes(CONVERSION_PATH)),
  }
}
