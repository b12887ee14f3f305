import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import type { Environment } from '@conversion-capi/core'
import { isJsonObject } from '@conversion-capi/core/protocol'
import { parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'

import type { Project } from '../project/load-project.ts'
import { readText } from '../project/read-text.ts'
import { PROJECT_FILES } from '../project/project-files.ts'
import { createFindings } from '../output/rules.ts'
import { ENVIRONMENT_RULES } from './check-environment.ts'

const finding = createFindings(ENVIRONMENT_RULES)

/** The variables in the settings file of a host. */
export interface HostVariables {
  /** The path of the file in the project. */
  file: string
  /** The variables of the deployed function. A token that is set as a secret has a placeholder as its value. */
  env: Environment
  findings: Finding[]
}

/**
 * Reads the variables of the proxy in the settings file of the host: `vars` in `wrangler.jsonc`, and the variables in
 * `netlify.toml`, which do not reach the function.
 *
 * @param project The project.
 * @returns The variables, or `undefined` if the host has no such file. A file with a syntax error has none: the build
 *   reports it.
 * @see https://developers.cloudflare.com/workers/configuration/environment-variables/
 * @see https://docs.netlify.com/build/functions/environment-variables/
 */
export async function readHostVariables({
  root,
  site,
}: Project): Promise<HostVariables | undefined> {
  const { settings } = PROJECT_FILES[site.host]
  const file = join(site.hostFiles, settings ?? '')
  const text = settings && (await readText(root, file))
  if (!text) return undefined
  if (site.host === 'cloudflare') return readWrangler(file, text)
  return site.host === 'netlify' ? readNetlify(file, text) : undefined
}

function readWrangler(file: string, text: string): HostVariables | undefined {
  const env = proxyVariables(get(parse(text), 'vars'))
  if (Object.keys(env).length === 0) return undefined
  const hasToken = Boolean(env['META_ACCESS_TOKEN'])
  const findings = hasToken ? [finding('env-token-in-settings', { file }, {})] : []
  return { file, env: { META_ACCESS_TOKEN: 'set-as-a-secret', ...env }, findings }
}

function readNetlify(file: string, text: string): HostVariables | undefined {
  let settings: unknown
  try {
    settings = parseToml(text)
  } catch {
    return undefined
  }
  const names = new Set(
    [get(settings, 'build'), get(get(settings, 'context'), 'production')].flatMap((table) =>
      Object.keys(proxyVariables(get(table, 'environment'))),
    ),
  )
  const findings = [...names].map((name) => finding('env-build-only', { file }, { name }))
  return { file, env: {}, findings }
}

function proxyVariables(value: unknown): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : []
  return Object.fromEntries(
    entries
      .filter(([name]) => name.startsWith('META_'))
      .map(([name, each]) => [name, String(each)]),
  )
}

function get(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined
}
