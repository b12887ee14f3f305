import { existsSync, lstatSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'

import manifest from '../../../package.json' with { type: 'json' }
import { NEWEST_GRAPH_VERSION } from '../environment/graph-versions.ts'
import { finding } from '../check/check-rules.ts'
import { mergeSettings } from '../hosts/merge-settings.ts'
import { readManifest } from '../project/read-manifest.ts'
import { readText } from '../project/read-text.ts'
import { CommandError } from '../report/errors.ts'
import { toLine } from '../report/terminal.ts'
import { decodePage } from '../site/decode-page.ts'
import { fileOf, type ReadFile, readFiles } from '../site/read-files.ts'
import type { Answers } from './answers.ts'
import { describeSchool, type Draft } from './describe-school.ts'
import { editEncodedPage, type EncodedPage } from './edit-encoded-page.ts'
import { editPage } from './edit-page.ts'
import { hostTemplate } from './host-templates.ts'
import { renderConfig } from './render-config.ts'
import { type ScannedPage, scanPage } from './scan-page.ts'
import { starterPage } from './starter-page.ts'

/** A file that `init` would write. */
export interface PlannedFile {
  /** Relative to the project. */
  path: string
  body: string
  /** The bytes to write. @default the body as UTF-8 */
  bytes?: Uint8Array
  /** The current content. `undefined` if the file does not exist. */
  current: string | undefined
  /**
   * - `create`: a new file.
   * - `extend`: keeps what the file has and adds to it.
   * - `replace`: the file has other content. Written only if the user agrees.
   * - `page`: a handwritten page. Written only if the user agrees.
   */
  kind: 'create' | 'extend' | 'replace' | 'page'
}

/** What `init` would write, without the files that stay as they are. */
export interface ProjectPlan {
  files: PlannedFile[]
  /** The fields of the description that a person has to check. */
  guessed: Draft['guessed']
  /** What a person has to change in the pages. */
  findings: Finding[]
}

/**
 * Plans a project. Writes nothing.
 *
 * @param root The folder of the project. It need not exist.
 * @param answers The answers.
 * @throws {CommandError} If the project cannot be described, or a file of it cannot be read or extended.
 */
export async function planProject(root: string, answers: Answers): Promise<ProjectPlan> {
  const pages = await readPages(root, answers)
  const draft = describeSchool(
    answers,
    pages.map(({ scanned }) => scanned),
  )
  const template = hostTemplate(answers)
  const edited = pages.map((page) => planPage(page, answers, draft.school.tracker))
  const written = [
    { path: 'school.config.ts', body: renderConfig(draft, answers) },
    ...template.files,
    { path: '.env.example', body: renderEnvironment(answers) },
  ]
  const extended = [
    ...(template.settings ? [await extendSettings(root, template.settings)] : []),
    await extendManifest(root, answers, template.dependencies),
    await extendGitignore(root, answers),
  ]
  const files = [
    ...edited.map(({ file }) => file),
    ...(await Promise.all(written.map((file) => compare(root, file, 'replace')))),
    ...(await Promise.all(extended.map((file) => compare(root, file, 'extend')))),
  ]
  return {
    files: files.filter(({ body, current }) => body !== current),
    guessed: draft.guessed,
    findings: edited.flatMap(({ findings }) => findings),
  }
}

interface FoundPage extends EncodedPage {
  /** The path in the project. */
  file: string
  scanned: ScannedPage
  isNew: boolean
}

async function readPages(root: string, answers: Answers): Promise<FoundPage[]> {
  const found = existsSync(join(root, answers.pages)) ? await readFiles(root, answers.pages) : []
  const pages = found.filter(({ contentType }) => contentType.startsWith('text/html'))
  if (pages.length > 0) return readAll(pages, answers)
  if (existsSync(join(root, 'index.html'))) {
    throw new CommandError(
      `The pages are in the project's root, and the whole folder would be published. Move them to ${answers.pages}/.`,
    )
  }
  const home = `${answers.pages}/index.html`
  if (lstatSync(join(root, home), { throwIfNoEntry: false })) {
    throw new CommandError(
      `${home} is a link or a folder. Replace it with a file. Nothing was written.`,
    )
  }
  const body = Buffer.from(starterPage(answers))
  return readAll([{ path: '/', contentType: 'text/html', body }], answers, true)
}

function readAll(files: ReadFile[], answers: Answers, isNew = false): FoundPage[] {
  const findings: Finding[] = []
  const pages = files.flatMap(({ path, body }): FoundPage[] => {
    const file = fileOf(answers.pages, path)
    const name = file.slice(answers.pages.length + 1)
    const { encoding, html, finding: unreadable } = decodePage(body)
    try {
      if (html !== undefined) {
        const scanned = scanPage(path, name, html, answers.currency)
        return [{ file, bytes: body, encoding, html, scanned, isNew }]
      }
      findings.push({ ...unreadable!, file })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // The parser is recursive.
      findings.push(finding('page-too-deep', { file }, {}))
    }
    return []
  })
  if (findings.length > 0) {
    throw new CommandError('Some pages cannot be read. Nothing was written.', findings)
  }
  return pages
}

function planPage(
  page: FoundPage,
  { language }: Answers,
  tracker: string,
): { file: PlannedFile; findings: Finding[] } {
  const { file: path, encoding, html, isNew } = page
  const { description } = page.scanned
  const options = { tracker, language, ...(description !== undefined && { description }) }
  const { edits, keptPageViews } = editPage(html, options)
  const edited = editEncodedPage(page, edits)
  if (edited === undefined) {
    throw new CommandError(`${toLine(path)} cannot be changed in ${encoding}. Save it as UTF-8.`)
  }
  return {
    file: {
      path,
      body: edited.html,
      bytes: edited.bytes,
      current: isNew ? undefined : html,
      kind: isNew ? 'create' : 'page',
    },
    findings: keptPageViews.map((line) => ({
      ...finding('page-view-twice', { file: path, line }, {}),
      level: 'warning',
    })),
  }
}

function renderEnvironment({ pixelId }: Answers): string {
  return `META_PIXEL_ID=${pixelId}\nMETA_ACCESS_TOKEN=\nMETA_GRAPH_VERSION=${NEWEST_GRAPH_VERSION}\n`
}

async function compare(
  root: string,
  { path, body }: { path: string; body: string },
  kind: 'extend' | 'replace',
): Promise<PlannedFile> {
  const current = await readText(root, path)
  return { path, body, current, kind: current === undefined ? 'create' : kind }
}

async function extendSettings(root: string, { path, body }: { path: string; body: string }) {
  const own = await readText(root, path)
  if (own === undefined) return { path, body }
  // Merged before, or with the same settings. JSON can be merged again, TOML cannot.
  const isMerged = path.endsWith('.toml') && own.includes(body)
  return { path, body: isMerged ? own : mergeSettings(path, own, body) }
}

async function extendManifest(root: string, answers: Answers, dependencies: string[]) {
  const own = await readManifest(root)
  const version = `^${manifest.version}`
  const toVersions = (names: string[]) => Object.fromEntries(names.map((name) => [name, version]))
  const allDependencies = { ...toVersions(dependencies), ...own?.dependencies }
  const extended = {
    ...(own === undefined && {
      name: new URL(answers.url).hostname.replaceAll('.', '-'),
      private: true,
    }),
    ...own,
    type: own?.type ?? 'module',
    scripts: {
      dev: 'conversion-capi dev',
      build: 'conversion-capi build',
      check: 'conversion-capi check',
      ...own?.scripts,
    },
    dependencies: allDependencies,
    devDependencies: {
      ...toVersions(
        ['@conversion-capi/content', 'conversion-capi'].filter((name) => !allDependencies[name]),
      ),
      ...own?.devDependencies,
    },
  }
  return { path: 'package.json', body: `${JSON.stringify(extended, null, 2)}\n` }
}

async function extendGitignore(root: string, { host }: Answers) {
  const own = (await readText(root, '.gitignore')) ?? ''
  const lines = own.split('\n')
  const names = ['node_modules/', 'dist/', '.conversion-capi/', '.env']
  if (host === 'node') names.push('queue/')
  const missing = names.filter(
    (line) => !lines.includes(line) && !lines.includes(line.replace(/\/$/, '')),
  )
  const separator = own === '' || own.endsWith('\n') ? '' : '\n'
  return {
    path: '.gitignore',
    body: own + (missing.length > 0 ? `${separator}${missing.join('\n')}\n` : ''),
  }
}
