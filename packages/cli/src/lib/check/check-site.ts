import { parseEnv } from 'node:util'

import type { Finding } from '@conversion-capi/content'
import type { Environment } from '@conversion-capi/core'
import type { PixelOptions } from '@conversion-capi/tracker'

import { checkEnvironment, readSchoolConfigs } from '../environment/check-environment.ts'
import { type HostVariables, readHostVariables } from '../environment/read-host-variables.ts'
import { loadProject, type Project } from '../project/load-project.ts'
import { readText } from '../project/read-text.ts'
import { renderSite } from '../site/render-site.ts'
import { trackerOptions } from '../site/tracker-options.ts'
import { finding } from './check-rules.ts'
import { checkRendered } from './check-rendered.ts'
import { checkQueue } from './check-queue.ts'
import { checkIgnored } from './check-secrets.ts'

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
 * @param options The project.
 * @returns The findings, each once. They contain no token and no personal data.
 * @throws {CommandError} If the project cannot be loaded.
 */
export async function checkSite(options: CheckSiteOptions = {}): Promise<Finding[]> {
  const { dir = '.', now = Date.now } = options
  const project = await loadProject(dir)
  const { root } = project
  const env = { ...(await readEnvFile(root)), ...options.env }
  const rendered = await renderSite(project, { markdown: false })
  const findings = [
    ...(await checkRendered(project, rendered, {
      today: new Date(now()).toISOString().slice(0, 10),
      accessToken: env['META_ACCESS_TOKEN'],
    })),
    ...(await checkIgnored(root)),
    ...(await checkQueue(project)),
    ...checkVariables(
      { ...project, pixel: trackerOptions(project, rendered.pages).pixel },
      env,
      await readHostVariables(project),
      now(),
    ),
  ]
  // Tracking first.
  const isContent = ({ code = '' }: Finding): number => Number(code.startsWith('content-'))
  return findings.toSorted((a, b) => isContent(a) - isContent(b))
}

/** A project, and the pixel that its tracker loads. */
interface CheckedProject extends Project {
  pixel: PixelOptions | undefined
}

/** Checks the variables here, and the ones in the settings of the host. */
function* checkVariables(
  project: CheckedProject,
  env: Environment,
  host: HostVariables | undefined,
  now: number,
): Generator<Finding> {
  yield* host?.findings ?? []
  const isHosted = Object.keys(host?.env ?? {}).length > 0
  if (isHosted) {
    const { file } = host!
    const found = [...checkEnvironment(host!.env, now), ...compareEnvironment(project, host!.env)]
    yield* found.map((each) => ({ ...each, file }))
  }
  const isSet = Object.keys(env).some((name) => name.startsWith('META_'))
  if (isHosted && !isSet) return
  yield* checkEnvironment(env, now)
  yield* compareEnvironment(project, env)
}

async function readEnvFile(root: string): Promise<Environment> {
  return parseEnv((await readText(root, '.env')) ?? '')
}

/** Checks that the variables and the configuration belong to the same site. */
function* compareEnvironment(
  { school, site, pixel }: CheckedProject,
  env: Environment,
): Generator<Finding> {
  const configs = readSchoolConfigs(env).flatMap(({ result }) => (result.ok ? result.value : []))
  if (configs.length === 1 && configs[0]!.pixelId !== site.pixelId) {
    yield finding('env-pixel-id', {}, {})
  }
  // A page that loads the pixel itself can mark its events in a script.
  if (configs.length === 1 && pixel) {
    const codes = (each: PixelOptions['limitedDataUse']) => `${each?.country}:${each?.state}`
    const isSame = codes(configs[0]!.limitedDataUse) === codes(pixel.limitedDataUse)
    if (!isSame) yield finding('env-limited-data-use', {}, {})
  }
  const origin = site.builder?.url ?? school.url
  const isAllowed = configs.some(
    ({ allowedOrigins }) =>
      allowedOrigins === undefined || allowedOrigins.some((each) => allows(each, origin)),
  )
  if (configs.length > 0 && !isAllowed) yield finding('env-origin', {}, { origin })
}

/** Returns whether an origin, or a pattern such as `*.school.example`, allows the origin of the site. */
function allows(pattern: string, origin: string): boolean {
  return pattern === origin || (pattern.startsWith('*.') && origin.endsWith(pattern.slice(1)))
}
