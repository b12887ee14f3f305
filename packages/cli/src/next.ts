/**
 * Writes the tracker and the files for crawlers inside Next.js.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { getCallSites } from 'node:util'

import { filePath } from './lib/site/read-files.ts'
import { describeSession, startDevSession } from './lib/dev/dev-session.ts'
import {
  type FrameworkSettings,
  fromNext,
  type NextSettings,
} from './lib/framework/framework-settings.ts'
import {
  describeOwn,
  loadAppProject,
  readHeaders,
  renderFiles,
  writeFiles,
} from './lib/framework/site-files.ts'
import type { FrameworkOptions } from './lib/plugins/vite-plugin.ts'

type List<Value> = () => Promise<Value> | Value

/** The fields of Next's configuration that the files need. */
export interface NextOptions extends NextSettings {
  headers?: List<{ source: string; headers: { key: string; value: string }[] }[]>
  // oxlint-disable-next-line typescript/no-explicit-any -- Next's own type is a list or an object of lists.
  rewrites?: List<any>
}

/**
 * Writes the files into the folder `public` before Next.js starts or builds, again when `school.config.ts` changes in
 * development, and sets their headers. In development, the app's events go to an emulator.
 *
 * @param config The configuration of Next.js, or the function that returns it.
 * @param options Where the project is.
 * @returns The configuration with the files.
 */
export function withConversionCapi<Config extends NextOptions, Args extends unknown[]>(
  config: Config | ((phase: string, ...args: Args) => Config | Promise<Config>),
  options: FrameworkOptions = {},
): (phase: string, ...args: Args) => Promise<Config> {
  const root = findAppFolder()
  return async (phase, ...args) => {
    const own = typeof config === 'function' ? await config(phase, ...args) : config
    const dir = resolve(root, options.dir ?? '.')
    const isDev = phase === 'phase-development-server'
    if (!isDev && phase !== 'phase-production-build') return own
    const others = (await own.rewrites?.()) ?? []
    const paths = (Object.values(others).flat() as { source?: string }[]).map(
      ({ source = '' }) => source,
    )
    const settings = fromNext(root, own, paths)
    const files = isDev
      ? await develop(dir, settings)
      : await renderFiles(await loadAppProject(dir), settings)
    if (!isDev) {
      for (const line of describeOwn(settings)) console.log(line)
      await report(writeFiles(root, 'public', files))
    }
    // Otherwise, Next.js redirects /for-llm/, or with `trailingSlash` the events, also on Vercel those of an export.
    const redirects = { skipTrailingSlashRedirect: own.skipTrailingSlashRedirect ?? true }
    // An export has no server that could send them.
    if (!settings.hasServer) return { ...own, ...redirects }
    const headers = Object.entries(await readHeaders(files)).map(([source, each]) => ({
      source,
      headers: Object.entries(each).map(([key, value]) => ({ key, value })),
    }))
    const folders = files.filter(({ path }) => path.endsWith('/'))
    const rewrites = folders.map(({ path }) => ({ source: path, destination: filePath(path) }))
    return {
      ...own,
      ...redirects,
      headers: async () => [...((await own.headers?.()) ?? []), ...headers],
      rewrites: async () =>
        Array.isArray(others)
          ? { beforeFiles: rewrites, afterFiles: others }
          : { ...others, beforeFiles: [...(others.beforeFiles ?? []), ...rewrites] },
    }
  }
}

/** Next.js passes no folder for `next build apps/web`, but the file that calls this function is there. */
function findAppFolder(): string {
  const names = getCallSites().map(({ scriptName }) => scriptName.replace(/^file:\/\/(?=\/)/, ''))
  const file = names.find((name) => /[\\/]next\.config\.\w+(?:\.\w+)?$/.test(name))
  return file === undefined ? process.cwd() : dirname(file)
}

/** Next.js loads its configuration in several processes, which inherit the variables of the first one. */
async function develop(dir: string, settings: FrameworkSettings) {
  if (process.env[STARTED]) {
    return renderFiles(await loadAppProject(dir, { isDraft: true }), settings)
  }
  const { root } = settings
  const session = await startDevSession(
    dir,
    ({ message }) => console.log(message),
    ({ files }) => report(writeFiles(root, 'public', files)),
  )
  await session.configure(settings)
  const variables = { ...session.variables, [STARTED]: '1' }
  Object.assign(process.env, variables)
  // When .env changes, Next.js resets the variables to those that it started with, and the app would send to Meta.
  const next = createRequire(join(dir, 'package.json')).resolve('next/package.json')
  createRequire(next)('@next/env').updateInitialEnv(variables)
  console.log(describeSession(session))
  await report(writeFiles(root, 'public', session.files))
  return session.files
}

const STARTED = 'CONVERSION_CAPI_SESSION'

async function report(writing: ReturnType<typeof writeFiles>): Promise<void> {
  for (const { file, message } of (await writing).findings) console.warn(`${file}: ${message}`)
}
