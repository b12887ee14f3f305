import { join } from 'node:path'

import { describeSession, startDevSession } from '../dev/dev-session.ts'
import { fromNuxt, type NuxtSettings } from '../framework/framework-settings.ts'
import {
  describeOwn,
  findOwn,
  readHeaders,
  renderBuild,
  writeFiles,
} from '../framework/site-files.ts'
import type { FrameworkOptions } from './vite-plugin.ts'

interface H3Event {
  method: string
  path: string
  node: { req: { headers: { accept?: string | undefined } } }
}

interface NitroConfig {
  publicAssets?: { dir?: string; baseURL?: string }[]
  routeRules?: Record<string, { headers?: Record<string, string> }>
}

interface Nuxt {
  hook: ((name: 'nitro:init', run: () => void) => unknown) &
    ((name: 'nitro:config', run: (config: NitroConfig) => Promise<void>) => unknown)
  options: NuxtSettings & {
    _prepare?: boolean
    dev: boolean
    app: { head: { script?: { src?: string; async?: boolean }[] } }
    devServerHandlers: { route?: string; handler: unknown }[]
  }
}

/**
 * The plugin as a module of Nuxt, which serves Vite only below `/_nuxt`.
 *
 * @param options Where the project is.
 * @returns A module of Nuxt.
 */
export function conversionCapiNuxt(
  options: FrameworkOptions = {},
): (inline: unknown, nuxt: unknown) => Promise<void> {
  return async (_, nuxt) => {
    const { options: resolved } = nuxt as Nuxt
    const { _prepare, app, dev, rootDir, devServerHandlers } = resolved
    if (_prepare) return
    const dir = join(rootDir, options.dir ?? '.')
    const settings = fromNuxt(resolved)
    const { base } = settings
    const addScript = (path: string): void => {
      const { script = [] } = app.head
      const src = base + path.slice(1)
      const isLoaded = script.some((each) => each.src === src)
      app.head.script = isLoaded ? script : [...script, { src, async: true }]
    }
    if (dev) {
      const session = await startDevSession(dir, ({ message }) => console.log(message))
      await session.configure(settings)
      const setVariables = () => void Object.assign(process.env, session.variables)
      setVariables()
      // Nitro reads .env once more before it runs the app.
      ;(nuxt as Nuxt).hook('nitro:init', setVariables)
      // Other modules have added their routes.
      ;(nuxt as Nuxt).hook('nitro:config', () => session.configure(fromNuxt(resolved)))
      console.log(describeSession(session))
      addScript(session.files[0]!.path)
      const handler = ({ method, path: url, node }: H3Event) => {
        const { pathname } = new URL(url, 'http://localhost')
        return session.serve(pathname, method, node.req.headers.accept)
      }
      // How h3 marks its handlers.
      devServerHandlers.push({ handler: Object.assign(handler, { __is_handler__: true }) })
      return
    }
    const { written } = await renderBuild(dir, settings)
    addScript(written[0]!.path)
    ;(nuxt as Nuxt).hook('nitro:config', async (config) => {
      // Other modules have added their routes.
      const complete = fromNuxt(resolved)
      const files = written.filter(({ path }) => !findOwn(complete, path))
      for (const message of describeOwn(complete)) console.log(message)
      // Nuxt deletes its build folder after this.
      const folder = join(rootDir, '.conversion-capi/public')
      await writeFiles(rootDir, folder, files)
      config.publicAssets = [...(config.publicAssets ?? []), { dir: folder, baseURL: '/' }]
      const rules = Object.entries(await readHeaders(files)).map(([path, headers]) => [
        path,
        { headers },
      ])
      config.routeRules = { ...Object.fromEntries(rules), ...config.routeRules }
    })
  }
}
