import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'

import { type Finding, renderResources, type School } from '@conversion-capi/content'
import {
  groupFindings,
  NEWEST_GRAPH_VERSION,
  readText,
  tryCall,
} from '@conversion-capi/meta/terminal'
import { PLATFORMS } from '@conversion-capi/tracker'

import manifest from '../../../package.json' with { type: 'json' }
import { findOtherPixels } from '../check/check-pixel.ts'
import { finding } from '../check/check-rules.ts'
import { describeEdit, editConfig } from '../framework/edit-config.ts'
import {
  findConfigFile,
  findProgram,
  hasBuildScript,
  FRAMEWORK_RECORDS,
  type FrameworkRecord,
  planFiles,
  planFunction,
} from '../framework/frameworks.ts'
import { defaultSettings } from '../framework/framework-settings.ts'
import { readSettings } from '../framework/read-settings.ts'
import { HOST_RECORDS } from '../hosts/hosts.ts'
import { extendSettings } from '../hosts/merge-settings.ts'
import { siteOrigins } from '../http/site-reader.ts'
import { readManifest } from '../project/read-manifest.ts'
import { CONFIG_FILE } from '../project/project-folders.ts'
import { attribute, resolveUrl } from '../site/elements.ts'
import { type Form, isTracked } from '../site/find-forms.ts'
import { fileOf, filePath } from '../site/read-files.ts'
import { findFrames, isFragment, isPart } from '../site/page-roles.ts'
import { editApp } from './edits/edit-app.ts'
import { ANSWER_FIELDS, editAnswers } from './edits/edit-answers.ts'
import type { Answers, GivenAnswers } from './questions.ts'
import { describeSchool, trackerOf } from './describe-school.ts'
import { hasLatePixel } from './edits/edit-page.ts'
import type { EarlierConfig } from './read-earlier.ts'
import { type PlannedFile, planPage } from './plan-page.ts'
import { parsePages, type ReadPages, readPages, type SourcePage } from './read-pages.ts'
import { renderConfig, renderLabels } from './render-config.ts'
import { starterPage } from './starter-page.ts'

/** Plans a project. Writes nothing, and leaves out the files that stay as they are. */
export async function planProject(
  root: string,
  answers: Answers,
  found?: ReadPages,
  { earlier, changed = {} }: PlanOptions = {},
) {
  const {
    pages: own,
    findings,
    scripts = [],
    app: appSources,
    shell,
  } = found ?? (await readPages(root, answers.pages ?? DEFAULT_PAGES))
  const framework = findRecord(answers)
  const isNew =
    own.length + findings.length === 0 && !answers.builder && answers.framework === undefined
  const pages = isNew ? createPages(answers) : own
  const { origin } = new URL(answers.url)
  const frames = findFrames(
    origin,
    pages.map(({ page }) => page),
  )
  const opened = pages.filter(
    ({ page, html }) => !isPart(page, frames) && !isFragment(page.path, html),
  )
  if (own.length > 0) markLeftovers(root, answers, own)
  const tracker =
    earlier?.tracker ?? avoidVariables(answers, [...scripts, ...own.map(({ html }) => html)])
  const school = describeSchool(answers, shell ?? opened, tracker)
  const { settings, template: render } = HOST_RECORDS[answers.host]
  const read = framework && (await readSettings(root, answers.framework!))
  const resolved =
    read && 'settings' in read
      ? read.settings
      : defaultSettings({
          root,
          site: { framework: answers.framework ?? 'other', pages: DEFAULT_PAGES },
        })
  const program = answers.framework === 'other' ? await findProgram(root) : undefined
  const isBuilt =
    answers.framework === 'other' && (program !== undefined || (await hasBuildScript(root)))
  const template = framework
    ? planFiles(root, framework, HOST_RECORDS[answers.host], answers, resolved)
    : answers.framework
      ? program?.hasServer === false
        ? planFunction(HOST_RECORDS[answers.host], { ...answers, output: '' })
        : { files: {}, dependencies: ['@conversion-capi/core'], byHand: [] }
      : { ...render(answers), byHand: [] }
  const isLate =
    earlier?.isLate === true ||
    (answers.consent !== 'wait' && pages.some(({ page }) => hasLatePixel(page)))
  const leadPages = pages.filter(({ page }) => page.forms.some(sendsLead))
  const edited = pages.map((page) =>
    planPage(page, answers, isNew, {
      leadPage: leadPages.slice(0, 2).find((each) => each !== page)?.page.path,
      tracker: school.tracker,
      isPart: isPart(page.page, frames),
      isLate,
    }),
  )
  // With a site builder, no file has facts.
  const labels = answers.builder === undefined ? renderLabels(answers.language) : undefined
  // Translations are never replaced.
  const isTranslated = (await readText(root, 'labels.ts')) !== undefined
  const written = [
    ...(earlier
      ? []
      : [{ path: CONFIG_FILE, body: renderConfig(school, answers, pages, { labels, isLate }) }]),
    ...Object.entries(template.files).map(([path, body]) => ({ path, body })),
    ...(labels === undefined || isTranslated ? [] : [{ path: 'labels.ts', body: labels }]),
  ]
  const extended = [
    ...(settings && 'settings' in template && template.settings
      ? [{ path: settings, body: await extendSettings(root, settings, template.settings) }]
      : []),
    await extendManifest(root, answers, template.dependencies, program?.folder),
    await extendGitignore(root, answers, school, isBuilt ? program?.folder : DEFAULT_PAGES),
    await extendEnvironment(root, answers, earlier),
  ]
  const config = framework && (await planConfig(root, framework))
  const app = appSources && editApp(appSources, framework, school.tracker, resolved.base)
  const answered = earlier && (await planAnswers(root, changed))
  const files = [
    ...edited.map(({ file }) => file),
    ...(app?.files ?? []),
    ...(config?.file ? [config.file] : []),
    ...(answered?.file ? [answered.file] : []),
    ...(await Promise.all(written.map((file) => compare(root, file, 'replace')))),
    ...(await Promise.all(extended.map((file) => compare(root, file, 'extend')))),
  ]
  return {
    files: files.filter(({ body, current }) => body !== current),
    // The fields of the description that no page states.
    missing:
      answers.builder === undefined && !earlier ? FACTS.filter((field) => !school[field]) : [],
    hasLabels: labels !== undefined,
    // The builder that exported the pages, which init has to change again after each export.
    builder: pages.find(({ scanned }) => scanned.builder)?.scanned.builder,
    findings: [
      ...findings,
      ...(app?.findings ?? []),
      ...(config?.findings ?? []),
      ...(answered?.findings ?? []),
      ...(read && 'reason' in read
        ? [finding('configuration-unread', {}, { label: framework!.label, reason: read.reason })]
        : []),
      ...groupFindings(edited.flatMap((each) => each.findings)),
      ...nameOthers(opened),
    ],
    tracker: school.tracker,
    byHand: [...(config?.byHand ?? []), ...(app?.byHand ?? []), ...template.byHand],
  }
}

/** A page of a theme can have a form and no text, and be sent to a program that the site does not have. */
function markLeftovers(
  root: string,
  { url, pages: folder = DEFAULT_PAGES }: Answers,
  pages: SourcePage[],
): void {
  const { origin } = new URL(url)
  for (const { page } of pages) {
    for (const form of page.forms) {
      const action = attribute(form.element, 'action')
      const target = action && resolveUrl(page.elements, origin + page.path, action)
      if (!target || target.origin !== origin || !form.isAlone || isTracked(form)) continue
      const file = tryCall(() => fileOf(folder, target.pathname))
      if (file && !existsSync(join(root, file))) form.purpose = 'other'
    }
  }
}

function sendsLead({ element, purpose }: Form): boolean {
  return purpose === 'lead' || attribute(element, 'dataTrack') === 'Lead'
}

/** Returns another name for the tracker if the site's code has a variable with the default one. */
function avoidVariables({ builder, url }: Answers, codes: string[]): string | undefined {
  const name = trackerOf(new URL(builder ?? url).hostname)
  const declaration = RegExp(
    `\\b(?:var|let|const|function|class)\\s+${name}\\b|\\bwindow\\.${name}\\s*=`,
  )
  return codes.some((code) => declaration.test(code)) ? `${name}Tracker` : undefined
}

function findRecord({ framework }: Answers): FrameworkRecord | undefined {
  return framework === undefined || framework === 'other' ? undefined : FRAMEWORK_RECORDS[framework]
}

/** Adds our line to a framework's configuration, or returns the lines to add by hand if its shape is not recognized. */
async function planConfig(
  root: string,
  record: FrameworkRecord,
): Promise<{ file?: PlannedFile; findings?: Finding[]; byHand?: string[] }> {
  const path = findConfigFile(root, record)
  const current = path === undefined ? undefined : await readText(root, path)
  const body = current === undefined ? undefined : editConfig(current, record.edit)
  if (path !== undefined && current !== undefined && body !== undefined) {
    return { file: { path, body, current, kind: 'config' } }
  }
  const file = path ?? `${record.config}.ts`
  const message = `${record.label} does not serve the files yet: init does not recognize the shape of its configuration.`
  const fix = 'Add the lines by hand.'
  return {
    findings: [{ level: 'warning', file, message, fix }],
    byHand: describeEdit(file, record.edit),
  }
}

export interface PlanOptions {
  earlier?: EarlierConfig | undefined
  /** The answers that differ from the earlier ones. */
  changed?: GivenAnswers
}

const FACTS = ['contacts', 'address', 'grades', 'programs', 'schedule', 'admissions'] as const

const DEFAULT_PAGES = 'public'

function createPages(answers: Answers): SourcePage[] {
  return parsePages(answers.pages ?? DEFAULT_PAGES, [
    { path: '/', body: Buffer.from(starterPage(answers)) },
  ]).pages
}

function nameOthers(pages: SourcePage[]): Finding[] {
  // The build finds the platforms that the tracker needs for these pages.
  const found = pages.flatMap(({ page }) => [...findOtherPixels(page, PLATFORMS)])
  return [...new Map(found.toReversed().map((each) => [each.message, each])).values()].toReversed()
}

/** Keeps what a person has added to `school.config.ts`. */
async function planAnswers(
  root: string,
  changed: GivenAnswers,
): Promise<{ file?: PlannedFile; findings?: Finding[] }> {
  const current = (await readText(root, CONFIG_FILE))!
  const body = editAnswers(current, changed)
  if (body !== undefined) return { file: { path: CONFIG_FILE, body, current, kind: 'config' } }
  const fields = Object.keys(changed).map((key) => ANSWER_FIELDS[key as keyof Answers])
  const message = `The new answers are not in the file: init does not recognize the shape of ${fields.join(', ')}.`
  return {
    findings: [{ level: 'warning', file: CONFIG_FILE, message, fix: 'Write them by hand.' }],
  }
}

/** Adds our variables, and changes those that still have the value of an earlier run, or none. */
async function extendEnvironment(root: string, answers: Answers, earlier?: EarlierConfig) {
  const path = '.env.example'
  const lines = ((await readText(root, path)) ?? '').split(/\r?\n/)
  const written = earlier ? renderEnvironment(earlier.answers) : []
  const missing: string[] = []
  for (const line of renderEnvironment({ ...answers })) {
    const name = line.replace(/=.*/, '=')
    const index = lines.findIndex((each) => each.startsWith(name))
    if (index === -1) missing.push(line)
    else if (lines[index] === name || written.includes(lines[index]!)) lines[index] = line
  }
  return { path, body: appendLines(lines.join('\n'), missing) }
}

function appendLines(own: string, missing: string[]): string {
  if (missing.length === 0) return own
  const separator = own === '' || own.endsWith('\n') ? '' : '\n'
  return `${own}${separator}${missing.join('\n')}\n`
}

function renderEnvironment({ pixelId, builder, nationalPhone }: GivenAnswers): string[] {
  const variables = [
    ['META_PIXEL_ID', pixelId ?? ''],
    ['META_ACCESS_TOKEN', ''],
    ['META_GRAPH_VERSION', NEWEST_GRAPH_VERSION],
    // The server hashes a number as the page does.
    ...(nationalPhone ? [['META_NATIONAL_PHONE', nationalPhone]] : []),
    ...(builder ? [['META_ALLOWED_ORIGINS', siteOrigins(new URL(builder)).join()]] : []),
  ]
  return variables.map(([name, value]) => `${name}=${value}`)
}

async function compare(
  root: string,
  { path, body }: { path: string; body: string },
  kind: 'extend' | 'replace',
): Promise<PlannedFile> {
  const current = await readText(root, path)
  // Git for Windows checks files out with CRLF.
  const written = current?.includes('\r\n') ? body.replaceAll(/\r?\n/g, '\r\n') : body
  return { path, body: written, current, kind: current === undefined ? 'create' : kind }
}

async function extendManifest(
  root: string,
  answers: Answers,
  dependencies: string[],
  folder: string | undefined,
) {
  const own = await readManifest(root)
  const version = `^${manifest.version}`
  const toVersions = (names: string[]) => Object.fromEntries(names.map((name) => [name, version]))
  const { build } = own?.scripts ?? {}
  const hasFiles = folder === undefined || build === undefined || /\bconversion-capi\b/.test(build)
  // The own ones first and last: they keep their order, which npm has sorted, and their versions.
  const allDependencies = {
    ...own?.dependencies,
    ...toVersions(dependencies),
    ...own?.dependencies,
  }
  const extended = {
    ...(own === undefined && {
      name: new URL(answers.url).hostname.replaceAll('.', '-'),
      private: true,
      type: 'module',
    }),
    // Without a type: the project's own files can be CommonJS. The build's copy has one.
    ...own,
    scripts: answers.framework
      ? {
          ...own?.scripts,
          ...(!hasFiles && { build: `conversion-capi files ${folder} && ${build}` }),
        }
      : {
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
  const indent = /^[ \t]+(?=")/m.exec((await readText(root, 'package.json')) ?? '')?.[0] ?? '  '
  return { path: 'package.json', body: `${JSON.stringify(extended, null, indent)}\n` }
}

/** @param folder Where a framework serves static files from, if it is known. */
async function extendGitignore(
  root: string,
  { host, framework }: Answers,
  school: School,
  folder: string | undefined,
) {
  const own = (await readText(root, '.gitignore')) ?? ''
  const lines = own.split(/\r?\n/)
  const names = ['node_modules/', ...(framework ? [] : ['dist/']), '.conversion-capi/', '.env']
  if (host === 'node' && !framework) names.push('queue/')
  // Next.js and others serve only files that are in their folder.
  if (folder !== undefined && (framework === 'next' || framework === 'other')) {
    names.push(...generatedFiles(school, folder))
  }
  const missing = names.filter(
    (line) => !lines.includes(line) && !lines.includes(line.replace(/\/$/, '')),
  )
  return { path: '.gitignore', body: appendLines(own, missing) }
}

function generatedFiles(school: School, folder: string): string[] {
  const paths = renderResources(school).map(({ path }) => filePath(path))
  const written = paths.filter((path) => path !== '/404.html')
  return [`/${school.tracker}.js`, ...written].map((path) => posix.join('/', folder, path))
}
