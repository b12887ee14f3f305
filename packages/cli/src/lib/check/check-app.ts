import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { lineAt, readText } from '@conversion-capi/meta/terminal'

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
import { findLeadForms } from '../app/lead-forms.ts'
import { type AppSource, findShell, OTHERS, readApp } from '../app/read-app.ts'
import { readSettings } from '../framework/read-settings.ts'
import { HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { EMBEDS } from '../site/known-scripts.ts'
import { checkEmbed } from './check-pixel.ts'
import { finding } from './check-rules.ts'

/** Checks the sources of an app: whether it serves the files and loads the tracker, its forms, and its own pixel. */
export async function checkApp({ root, school, site }: Project): Promise<Finding[]> {
  const sources = await readApp(root, school.tracker)
  const findings = [
    ...findLeadForms(sources).map(({ place, success }) => finding('app-form', place, { success })),
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
  return sources.some(
    ({ path, code }) => !/\.(?:html|json)$/.test(path) && code.includes(CONVERSION_PATH),
  )
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
