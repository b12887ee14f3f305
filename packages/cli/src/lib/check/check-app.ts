import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { lineAt, type Place, readText } from '@conversion-capi/meta/terminal'
import { fromHtml } from 'hast-util-from-html'

import { hasPlugin } from '../framework/edit-config.ts'
import {
  endpointPath,
  findOwnFile,
  type FrameworkSettings,
} from '../framework/framework-settings.ts'
import {
  findConfigFile,
  FRAMEWORK_RECORDS,
  needsFunction,
  scriptOf,
} from '../framework/frameworks.ts'
import { type AppSource, findShell, readApp, toHtml } from '../framework/read-app.ts'
import { readSettings } from '../framework/read-settings.ts'
import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { findElements } from '../site/elements.ts'
import { findForms, isTracked } from '../site/find-forms.ts'
import { EMBEDS } from '../site/known-scripts.ts'
import { checkEmbed } from './check-pixel.ts'
import { finding } from './check-rules.ts'

/** Checks the sources of an app: whether it serves the files and loads the tracker, its forms, and its own pixel. */
export async function checkApp({ root, school, site }: Project): Promise<Finding[]> {
  const sources = await readApp(root, school.tracker)
  const findings = [
    ...sources
      .flatMap(findLeadForms)
      .map(({ place, success }) => finding('app-form', place, { success })),
    ...nameOtherSenders(sources, [site.tracker.platform].flat()),
  ]
  const hasConsent = sources.some(({ code }) => /\.consent(?:\?\.)?\(/.test(code))
  if (site.tracker.consent === 'wait' && !hasConsent) {
    findings.push(finding('consent-unconnected', {}, { asked: '' }))
  }
  let base = '/'
  const record = site.framework === 'other' ? undefined : FRAMEWORK_RECORDS[site.framework!]
  if (record) {
    const { edit, label, config } = record
    const file = findConfigFile(root, record)
    const text = file === undefined ? undefined : await readText(root, file)
    if (text === undefined || !hasPlugin(text, edit)) {
      const place = { file: file ?? `${config}.ts` }
      findings.push(finding('app-plugin', place, { label, from: edit.from }))
    }
    const read = await readSettings(root, site.framework!)
    if ('reason' in read) {
      findings.push(finding('configuration-unread', {}, { label, reason: read.reason }))
    } else {
      base = read.settings.base
      findings.push(...checkEndpoint({ root, school, site }, label, read.settings, sources))
    }
  } else if (!school.endpoint && !hasEndpoint(sources) && !(await needsFunction(root, site))) {
    findings.push(finding('endpoint-unread', {}, { path: CONVERSION_PATH }))
  }
  const script = scriptOf(record, school.tracker, base)
  if (
    script !== undefined &&
    !sources.some(({ code }) => loads(code, `${school.tracker}.js`, base))
  ) {
    const shell = findShell(sources)
    findings.push(finding('app-script', shell ? { file: shell.path } : {}, { script }))
  }
  return findings
}

/** Returns whether code loads the tracker. Below a base path, the URL can be an expression. */
function loads(code: string, name: string, base: string): boolean {
  if (base === '/') return code.includes(`/${name}`)
  return code.includes(name) && !new RegExp(`src=["']/${name}`).test(code)
}

/** Checks that the app or the host serves the endpoint, as the resolved configuration decides. */
function checkEndpoint(
  { root, school, site }: Pick<Project, 'root' | 'school' | 'site'>,
  label: string,
  settings: FrameworkSettings,
  sources: AppSource[],
): Finding[] {
  if (school.endpoint) return []
  const file = findOwnFile(settings, CONVERSION_PATH)
  const path = endpointPath(settings)
  const isByHost = HOST_RECORDS[site.host].copied.some((each) =>
    existsSync(join(root, site.hostFiles, each)),
  )
  // Nuxt leaves the routes out of what it generates, and others stop.
  const isOther = file === undefined || site.framework === 'nuxt'
  if (settings.hasServer ? file !== undefined : isByHost && isOther) return []
  if (file !== undefined) return [finding('app-static', { file }, { label, file })]
  return hasEndpoint(sources) ? [] : [finding('app-endpoint', {}, { path })]
}

/** Returns whether a catch-all route, or a server of the app, can serve the endpoint. */
function hasEndpoint(sources: AppSource[]): boolean {
  // Generated pages describe it.
  return sources.some(({ path, code }) => !path.endsWith('.html') && code.includes(CONVERSION_PATH))
}

/** Names the forms and calendars of other companies, and the pixels that the app loads by itself. */
export function nameOtherSenders(
  sources: AppSource[],
  tracked: readonly (string | undefined)[] = [],
): Finding[] {
  return [...sources.flatMap((source) => [...namePixels(source)]), ...nameEmbeds(sources, tracked)]
}

/** Names each form and calendar of another company once. */
function* nameEmbeds(
  sources: AppSource[],
  tracked: readonly (string | undefined)[],
): Generator<Finding> {
  for (const { script, source } of EMBEDS) {
    const found = sources.find(({ path, code }) => !OTHERS.test(path) && source.test(code))
    if (!found) continue
    const line = lineAt(found.code, found.code.search(source))
    yield* checkEmbed(script, { file: found.path, line }, tracked)
  }
}

/** What an app does when the request of a form has succeeded. */
const SUCCESS =
  /\bset\w*(?:sent|submitted|success|done|complete)\w*\(\s*true|\btoast\.success\(|\(\s*['"](?:success|sent|submitted|done)['"]|\bonSuccess\b|\bif \((?:\w+\.)?(?:ok|success)\b/i

/** Returns where the app shows the success of a request, such as ` (line 75)`. */
function findSuccess(code: string): string {
  const request = code.search(/\bawait\s|\.then\(|\buseMutation\(/)
  const at = request === -1 ? -1 : code.slice(request).search(SUCCESS)
  return at === -1 ? '' : ` (line ${lineAt(code, request + at)})`
}

/** Folders and files of what only pupils, customers and employees see, and of elements without a form of their own. */
export const OTHERS =
  /(?:^|[/_-])(?:add|admin|dashboard|edit|login|log-?in|sign-?(?:in|up)|register|account|auth|portal|portals|private|profile|settings|checkout|consent|search|comments?|newsletter|careers?|jobs?|work-?with-?us|ui)(?=[/._-]|$)|(?:Admin|Dashboard|Login|Portal|Workspace|Checkout|Consent|Search|Newsletter|Job|WorkWithUs|Career|Comment|Account|Password)/

/**
 * Finds the lead forms that are not tracked.
 *
 * @returns Where they are. `offset` is the position for an attribute, unless a component of the app writes the element, or
 *   only a student's contact data is asked for.
 */
export function findLeadForms(
  source: AppSource,
): { place: Place; success: string; offset?: number }[] {
  const { path, code } = source
  if (OTHERS.test(path) || !/form\b/i.test(code) || /\.track\(\s*['"]/.test(code)) return []
  const html = toHtml(source)
  return findForms(findElements(fromHtml(html)), path).flatMap(({ element, purpose }) => {
    const { line, column } = element.position!.start
    if (!/^(?:lead|student)$/.test(purpose)) return []
    const tag = code.split('\n').slice(line - 1, line + 4)
    const isAccount = /submit\W{1,9}(?:save|update)/i.test(tag.join('\n'))
    if (isAccount || isTracked({ element })) return []
    const before = html.split('\n')[line - 1]!.slice(0, column - 1)
    const offset = findTag(code, line, before.match(/<form\b/gi)?.length ?? 0)
    const success = findSuccess(code)
    const isEdited = purpose === 'lead' && offset !== undefined
    return { place: { file: path, line }, success, ...(isEdited && { offset }) }
  })
}

/** Components that pass attributes to a <form>. */
const FORM_COMPONENTS = /from ['"](?:react-router(?:-dom)?|@remix-run\/react|next\/form)['"]/

/** Returns where the name of a form's tag ends. */
function findTag(code: string, line: number, index: number): number | undefined {
  const before = code.split('\n', line - 1)
  const start = before.join('\n').length + Math.sign(before.length)
  const [text = ''] = code.slice(start).split('\n', 1)
  const tag = [...text.matchAll(/<form\b/gi)][index]
  if (!tag || (tag[0] !== '<form' && !FORM_COMPONENTS.test(code))) return undefined
  return start + tag.index + tag[0].length
}

const PIXEL = /\bfbq\(\s*['"]init|connect\.facebook\.net\/|['"]react-facebook-pixel['"]/
const TAG_MANAGER = /googletagmanager\.com\/gtm\.js|\bGTM-[A-Z\d]{4,}\b|<GoogleTagManager\b/

function* namePixels({ path, code }: AppSource): Generator<Finding> {
  for (const [rule, pattern] of [
    ['app-pixel', PIXEL],
    ['tag-manager', TAG_MANAGER],
  ] as const) {
    const at = code.search(pattern)
    if (at === -1) continue
    yield finding(rule, { file: path, line: lineAt(code, at) }, {})
  }
}
