import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { readText, relativePath } from '@conversion-capi/meta/terminal'

import { withoutComments } from '../framework/edit-config.ts'
import { needsFunction } from '../framework/frameworks.ts'
import { type Host, HOST_RECORDS } from '../hosts/hosts.ts'
import type { Project } from '../project/load-project.ts'
import { readSources } from '../project/project-folders.ts'
import { finding } from './check-rules.ts'

/** Checks that the project has the function of its host, that the host can call it, and that the endpoint's URL leads to it. */
export async function checkFunction({ root, school, site }: Project): Promise<Finding[]> {
  const { host, hostFiles, pages, builder } = site
  const { endpoint } = school
  const { copied, settings = '' } = HOST_RECORDS[host]
  const folder = join(root, hostFiles)
  // Another origin can have a function of another project.
  const isElsewhere = endpoint && !builder && new URL(endpoint).origin !== school.url
  const isOwn = host === 'supabase' && existsSync(join(folder, copied[0]!))
  if (!isOwn && (isElsewhere || !(await needsFunction(root, site)))) return []
  const [path = ''] = copied
  const files = existsSync(join(folder, path)) ? await readSources(join(folder, path)) : []
  // A name that is not UTF-8, which the build names.
  if (files.some((file) => !existsSync(file.path))) return []
  const sources = files
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file.path))
    .map((file) => ({ path: relativePath(root, file.path), code: withoutComments(file.code) }))
  const isFile = extname(path) !== ''
  const named = sources.filter(
    (source) => isFile || /conversion-capi/.test(source.path) || PROXY.test(source.code),
  )
  if (named.length === 0) return [finding('function-missing', { file: join(hostFiles, path) }, {})]
  const faults = named.flatMap(({ path: file, code }) => {
    const problem = describeFault(code, host)
    return problem === undefined ? [] : finding('function-idle', { file }, { problem })
  })
  // One of several files can be the function.
  if (faults.length === named.length) return faults.slice(0, 1)
  const read = async (file: string) => (await readText(folder, file)) ?? ''
  const text = settings && (await read(settings))
  const redirects = (await readText(root, join(pages, '_redirects'))) ?? ''
  const all = [text, redirects, ...named.map(({ code }) => code)].join('\n')
  // Another settings file of the host, e.g. `wrangler.toml`, is not read.
  const isUnread = settings !== '' && text === '' && host !== 'netlify' && host !== 'supabase'
  const route = ROUTES[host]
  if (!route || isUnread || route.test(all)) return []
  const file = host === 'netlify' ? named[0]!.path : join(hostFiles, settings)
  return [finding('function-route', { file }, { path: CONVERSION_PATH })]
}

const PROXY = /\bcreate(?:Function|Worker|Handler)\b/
const IS_EXPORTED =
  /\bexport\s+(?:default\b|\*|\{[^}]*\b(?:default|handler|POST)\b|(?:const|let|var|(?:async\s+)?function)\s+(?:handler|POST)\b)|\bmodule\.exports\b|\bexports\.\w/
const IS_STARTED = /\b(?:serve|listen)\s*\(/
/** Adapters that work only on their host. */
const ADAPTER = /['"]@conversion-capi\/(vercel|netlify|cloudflare)['"/]/

/** What leads requests to the function, if the host does not find it by its name. */
const ROUTES: Partial<Record<Host, RegExp>> = {
  vercel: /\/conversion-capi\b/,
  netlify: new RegExp(CONVERSION_PATH),
  cloudflare: /"main"\s*:/,
  supabase: /^\s*\[functions\.conversion-capi\][^[]*?^\s*verify_jwt\s*=\s*false/m,
}

function describeFault(code: string, host: Host): string | undefined {
  if (code.trim() === '') return 'is empty'
  const [, adapter = host] = ADAPTER.exec(code) ?? []
  if (adapter !== host) return `imports the adapter of ${adapter}`
  const body = code.replaceAll(/^\s*import\b[^'"]*['"][^'"]+['"]/gm, '')
  if (PROXY.test(code) && !/\bcreate(?:Function|Worker|Handler)\s*[(<]/.test(body)) {
    return 'does not call what it imports'
  }
  const isShared = /['"]\.{1,2}\//.test(code)
  if (
    IS_EXPORTED.test(code) ||
    IS_STARTED.test(code) ||
    (isShared && /\.serve\b|import\s*['"]/.test(code))
  )
    return undefined
  return 'exports no handler, and starts no server'
}
