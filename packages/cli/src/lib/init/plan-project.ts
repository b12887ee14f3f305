import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import manifest from '../../../package.json' with { type: 'json' }
import { NEWEST_GRAPH_VERSION } from '../environment/graph-versions.ts'
import { mergeSettings } from '../hosts/merge-settings.ts'
import { CommandError } from '../report/command-error.ts'
import { readFiles } from '../site/read-files.ts'
import type { Answers } from './answers.ts'
import { describeSchool, type Draft } from './describe-school.ts'
import { editPage } from './edit-page.ts'
import { hostTemplate } from './host-templates.ts'
import { renderConfig } from './render-config.ts'
import { scanPage } from './scan-page.ts'
import { starterPage } from './starter-page.ts'

/** A file that `init` would write. */
export interface PlannedFile {
  /** Relative to the project. */
  path: string
  body: string
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
}

/**
 * Plans a project. Writes nothing.
 *
 * @param root The folder of the project. It need not exist.
 * @param answers The answers.
 * @throws {CommandError} If the project cannot be described, or a file of it cannot be extended.
 */
export async function planProject(root: string, answers: Answers): Promise<ProjectPlan> {
  const pages = await readPages(root, answers)
  const scanned = pages.map(({ path, file, html }) => scanPage(path, file, html, answers.currency))
  const draft = describeSchool(answers, scanned)
  const template = hostTemplate(answers)

  const edited = pages.map(({ file, html, isNew }, index) => {
    const { description } = scanned[index]!
    const options = { tracker: draft.school.tracker, language: answers.language }
    const body = editPage(html, description === undefined ? options : { ...options, description })
    return { path: `${answers.pages}/${file}`, body, current: isNew ? undefined : html }
  })
  const written = [
    { path: 'school.config.ts', body: renderConfig(draft, answers) },
    ...template.files,
    { path: '.env.example', body: renderEnvironment(answers) },
  ]
  const extended = [
    ...(template.settings ? [await extendSettings(root, template.settings)] : []),
    await extendManifest(root, answers, template.dependencies),
    await extendGitignore(root),
  ]
  const files = [
    ...edited.map((file): PlannedFile => ({
      ...file,
      kind: file.current === undefined ? 'create' : 'page',
    })),
    ...(await Promise.all(written.map((file) => compare(root, file, 'replace')))),
    ...(await Promise.all(extended.map((file) => compare(root, file, 'extend')))),
  ]
  return { files: files.filter(({ body, current }) => body !== current), guessed: draft.guessed }
}

interface FoundPage {
  path: string
  file: string
  html: string
  isNew: boolean
}

async function readPages(root: string, answers: Answers): Promise<FoundPage[]> {
  const found = existsSync(join(root, answers.pages)) ? await readFiles(root, answers.pages) : []
  const pages = found
    .filter(({ contentType }) => contentType.startsWith('text/html'))
    .map(({ path, body }) => ({
      path,
      file: `${decodeURIComponent(path).slice(1)}${path.endsWith('/') ? 'index.html' : ''}`,
      html: new TextDecoder().decode(body as Uint8Array),
      isNew: false,
    }))
  if (pages.length > 0) return pages
  if (existsSync(join(root, 'index.html'))) {
    throw new CommandError(
      `The pages are in the project's root, and the whole folder would be published. Move them to ${answers.pages}/.`,
    )
  }
  return [{ path: '/', file: 'index.html', html: starterPage(answers), isNew: true }]
}

function renderEnvironment({ pixelId }: Answers): string {
  return `META_PIXEL_ID=${pixelId}\nMETA_ACCESS_TOKEN=\nMETA_GRAPH_VERSION=${NEWEST_GRAPH_VERSION}\n`
}

async function compare(
  root: string,
  { path, body }: { path: string; body: string },
  kind: 'extend' | 'replace',
): Promise<PlannedFile> {
  const current = await readOptional(root, path)
  return { path, body, current, kind: current === undefined ? 'create' : kind }
}

async function extendSettings(root: string, { path, body }: { path: string; body: string }) {
  const own = await readOptional(root, path)
  if (own === undefined) return { path, body }
  // Merged before, or with the same settings. JSON can be merged again, TOML cannot.
  const isMerged = path.endsWith('.toml') && own.includes(body)
  return { path, body: isMerged ? own : mergeSettings(path, own, body) }
}

async function extendManifest(root: string, answers: Answers, dependencies: string[]) {
  const own = await readOptional(root, 'package.json')
  const current = parseManifest(own ?? '{}')
  const version = `^${manifest.version}`
  const toVersions = (names: string[]) => Object.fromEntries(names.map((name) => [name, version]))
  const allDependencies = { ...toVersions(dependencies), ...current['dependencies'] }
  const extended = {
    ...(own === undefined && {
      name: new URL(answers.url).hostname.replaceAll('.', '-'),
      private: true,
    }),
    ...current,
    type: current['type'] ?? 'module',
    scripts: {
      dev: 'conversion-capi dev',
      build: 'conversion-capi build',
      check: 'conversion-capi check',
      ...current['scripts'],
    },
    dependencies: allDependencies,
    devDependencies: {
      ...toVersions(
        ['@conversion-capi/content', 'conversion-capi'].filter((name) => !allDependencies[name]),
      ),
      ...current['devDependencies'],
    },
  }
  return { path: 'package.json', body: `${JSON.stringify(extended, null, 2)}\n` }
}

function parseManifest(text: string): Record<string, Record<string, unknown>> {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('package.json is not valid JSON. Correct it first.')
  }
}

async function extendGitignore(root: string) {
  const own = (await readOptional(root, '.gitignore')) ?? ''
  const lines = own.split('\n')
  const missing = ['node_modules/', 'dist/', '.conversion-capi/', '.env'].filter(
    (line) => !lines.includes(line) && !lines.includes(line.replace(/\/$/, '')),
  )
  const separator = own === '' || own.endsWith('\n') ? '' : '\n'
  return {
    path: '.gitignore',
    body: own + (missing.length > 0 ? `${separator}${missing.join('\n')}\n` : ''),
  }
}

function readOptional(root: string, path: string): Promise<string | undefined> {
  return readFile(join(root, path), 'utf8').catch(() => undefined)
}
