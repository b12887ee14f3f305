import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  type Streams,
  UsageError,
  withInterrupts,
} from '@conversion-capi/meta/terminal'

import { connect } from '../http/connect.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { openBrowser } from '../visit/open-browser.ts'
import { openApp, openProject, openPublishedSite, type OpenSite } from '../visit/open-site.ts'
import { VISIT_RULES } from '../visit/visit-rules.ts'
import { type SiteVisit, visitSite } from '../visit/visit-site.ts'

export const visit = createCommand({
  args: {
    origin: {
      type: 'positional',
      required: false,
      description:
        'A published site, such as https://school.example. (Default: the project, on this machine)',
    },
    dir: { type: 'string', description: COMMON_ARGS.dir.description },
    run: {
      type: 'string',
      description: 'The command that starts the app: --run="npm start".',
    },
    pages: { type: 'string', description: 'How many pages to visit. (Default: 20)' },
    browser: { type: 'string', description: 'The executable of Chrome, Edge or Chromium.' },
    headed: { type: 'boolean', description: 'Show the browser.' },
    screenshots: {
      type: 'string',
      description: 'The folder for pictures of the pages with errors. (Default: a temporary one)',
    },
    json: COMMON_ARGS.json,
    all: COMMON_ARGS.all,
  },
  async run(
    { origin, dir = '.', run: command, pages, browser: path, headed, screenshots },
    streams,
  ) {
    const maxPages = readCount(pages ?? '20')
    const root = resolve(streams.cwd(), dir)
    const hasProject = existsSync(join(root, CONFIG_FILE))
    const project =
      hasProject || origin === undefined ? await loadProject(root, { isDraft: true }) : undefined
    return withInterrupts(async (signal) => {
      const browser = await openBrowser(path, { isHeaded: headed === true, env: streams.env })
      const opened = await open(origin, root, project, command, streams).catch(
        async (error: unknown) => {
          await browser.close()
          throw error
        },
      )
      let folder: string | undefined
      // Ends what waits for the browser.
      signal.addEventListener('abort', () => void browser.close())
      try {
        const visited = await visitSite({
          browser,
          ...opened,
          consent: opened.waits === undefined ? {} : { waits: opened.waits },
          maxPages,
          signal,
          onProgress: (line) => streams.stderr.replaceLine?.(`${line}…`),
          async savePicture(name, picture) {
            folder ??= screenshots
              ? resolve(root, screenshots)
              : await mkdtemp(join(tmpdir(), 'visit-'))
            await mkdir(folder, { recursive: true })
            await writeFile(join(folder, name), picture)
          },
        })
        streams.stderr.replaceLine?.('')
        return {
          ...describeVisit(visited, folder),
          data: { pages: visited.pages, forms: visited.forms },
        }
      } finally {
        await opened.close()
        await browser.close()
      }
    })
  },
})

async function open(
  origin: string | undefined,
  root: string,
  project: Project | undefined,
  command: string | undefined,
  streams: Streams,
): Promise<OpenSite> {
  if (origin !== undefined) {
    if (!URL.canParse(origin))
      throw new UsageError('visit needs an origin. Write visit https://school.example.')
    const { origin: visited } = new URL(origin)
    const { builder } = project?.site ?? {}
    const client = { fetch: globalThis.fetch, timeoutMs: 20_000 }
    await connect(client, visited, builder?.url ?? project?.school.url)
    return openPublishedSite(visited, project)
  }
  if (command !== undefined) return openApp(command, project!, streams.env)
  if (project!.site.framework !== undefined) {
    throw new UsageError('visit must know how the app starts. Write visit --run="npm run dev".')
  }
  return openProject(root, project!)
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new UsageError(`--pages must be an integer from 1 to 9999, got "${text}".`)
}

function describeVisit({ findings, pages, forms }: SiteVisit, folder: string | undefined) {
  const order = Object.keys(VISIT_RULES)
  const rank = ({ code = '' }: Finding): number => order.indexOf(code)
  const sent = forms.filter(({ events }) => events.length > 0)
  return {
    findings: findings.toSorted((one, other) => rank(one) - rank(other)),
    summary: [
      `Pages visited: ${pages.length}. Forms tried: ${forms.length}, with an event: ${sent.length}.${forms.length === 0 ? ' Only page views were tested.' : ''}`,
      ...(folder === undefined ? [] : [`Pictures of the pages with errors: ${folder}`]),
      countFindings(findings),
    ].join('\n'),
  }
}
