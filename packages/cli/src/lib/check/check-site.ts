import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'

import type { Finding } from '@conversion-capi/content'
import type { Environment } from '@conversion-capi/core'
import {
  allowsOrigin,
  checkEnvironment,
  comparePixelId,
  createFindings,
  ENVIRONMENT_RULES,
  lineAt,
  parseJsonObject,
  readSchoolConfigs,
  readText,
} from '@conversion-capi/meta/terminal'
import type { PixelOptions } from '@conversion-capi/tracker'

import { HOST_RECORDS } from '../hosts/hosts.ts'
import { loadProject, type Project, siteOf, UNKNOWN_URL } from '../project/load-project.ts'
import { EXAMPLE_PIXEL_ID } from '../project/site-options.ts'
import { renderSite } from '../site/render-site.ts'
import { trackerOptions } from '../site/tracker-options.ts'
import { checkFunction } from './check-function.ts'
import { checkPrograms } from './check-programs.ts'
import { checkRendered } from './check-rendered.ts'
import { finding } from './check-rules.ts'

/** Options of {@link checkSite}. */
export interface CheckSiteOptions {
  /** The folder of the project. @default '.' */
  dir?: string
  /** The environment variables. Those in the project's `.env` are added. @default none */
  env?: Environment
  /** Returns the current time in milliseconds. @default Date.now */
  now?: () => number
}

/**
 * Checks a project without a network: the tracker and the pixel in every page, the events in scripts and HTML, content
 * security policies, the generated files, the environment, and that no token is published.
 *
 * @returns The findings, each once. They contain no token and no personal data.
 * @throws {CommandError} If the project cannot be loaded.
 */
export async function checkSite(options: CheckSiteOptions = {}): Promise<Finding[]> {
  const { dir = '.', now = Date.now } = options
  const project = await loadProject(dir, { isDraft: true })
  const { root } = project
  const env = { ...parseEnv((await readText(root, '.env')) ?? ''), ...options.env }
  const rendered = await renderSite(project)
  const { pixel } = trackerOptions(project, rendered.sources)
  const checkVariables = (variables: Environment): Finding[] => [
    ...checkEnvironment(variables, now()),
    ...compareEnvironment(project, pixel, variables),
  ]
  const findings = [
    ...project.missing,
    ...(await checkRendered(project, rendered, {
      today: new Date(now()).toISOString().slice(0, 10),
      accessToken: env['META_ACCESS_TOKEN'],
    })),
    ...(await checkFunction(project)),
    ...checkPrograms(project, rendered.sources),
    ...(await checkIgnored(root)),
    ...(await checkSlash(project)),
  ]
  // The settings of the host can have the variables instead.
  const host = await readHostVariables(project)
  const isHosted = host !== undefined && Object.keys(host.env).length > 0
  const isSet = Object.keys(env).some((name) => name.startsWith('META_'))
  findings.push(...(host?.findings ?? []))
  if (isHosted) {
    findings.push(...checkVariables(host.env).map((each) => ({ ...each, file: host.file })))
  }
  if (isSet || !isHosted) findings.push(...checkVariables(env))
  // Tracking first.
  const isContent = ({ code = '' }: Finding): number => Number(code.startsWith('content-'))
  return findings.toSorted((a, b) => isContent(a) - isContent(b))
}

const environmentFinding = createFindings(ENVIRONMENT_RULES)

/** A token that is set as a secret on the host has a placeholder as its value. */
async function readHostVariables({ root, site }: Project) {
  const { settings = '', readVariables } = HOST_RECORDS[site.host]
  const file = join(site.hostFiles, settings)
  const text = readVariables && (await readText(root, file))
  if (!text) return undefined
  const { env, buildOnly } = readVariables(text)
  const isSet = Object.keys(env).length > 0
  const all: Environment = isSet ? { META_ACCESS_TOKEN: 'set-as-a-secret', ...env } : {}
  return {
    file,
    env: all,
    findings: [
      ...(env['META_ACCESS_TOKEN']
        ? [environmentFinding('env-token-in-settings', { file }, {})]
        : []),
      ...buildOnly.map((name) => environmentFinding('env-build-only', { file }, { name })),
    ],
  }
}

function* compareEnvironment(
  project: Project,
  pixel: PixelOptions | undefined,
  env: Environment,
): Generator<Finding> {
  const configs = readSchoolConfigs(env).flatMap(({ result }) => (result.ok ? result.value : []))
  const site = siteOf(project)
  if (site.pixelId !== EXAMPLE_PIXEL_ID) yield* comparePixelId(site, env).findings
  // A page that loads the pixel itself can mark its events in a script.
  if (configs.length === 1 && pixel) {
    const codes = (each: PixelOptions['limitedDataUse']) => `${each?.country}:${each?.state}`
    const isSame = codes(configs[0]!.limitedDataUse) === codes(pixel.limitedDataUse)
    if (!isSame) yield finding('env-limited-data-use', {}, {})
  }
  const isAllowed = configs.some((config) => allowsOrigin(config, site))
  if (configs.length > 0 && !isAllowed && site.origin !== UNKNOWN_URL) {
    yield finding('env-origin', {}, { origin: site.origin })
  }
}

async function checkIgnored(root: string): Promise<Finding[]> {
  if (!existsSync(join(root, '.env'))) return []
  for (let folder = root; ; folder = dirname(folder)) {
    const ignored = await readSource(join(folder, '.gitignore'))
    if (/^\/?(?:\*\*\/)?(?:\.env\*?|\*\.env|\.env\.\*)\s*$/m.test(ignored)) return []
    if (existsSync(join(folder, '.git'))) break
    // Not a Git repository.
    if (dirname(folder) === folder) return []
  }
  return [finding('env-not-ignored', { file: '.env' }, {})]
}

/** @see https://vercel.com/docs/project-configuration/vercel-json#trailingslash */
async function checkSlash({ root, school, site }: Project): Promise<Finding[]> {
  const file = join(site.hostFiles, 'vercel.json')
  if (site.host !== 'vercel' || school.endpoint) return []
  const text = (await readText(root, file)) ?? ''
  const at = parseJsonObject(text)?.['trailingSlash'] === true ? text.indexOf('trailingSlash') : -1
  return at === -1 ? [] : [finding('endpoint-slash', { file, line: lineAt(text, at) }, {})]
}

async function readSource(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
