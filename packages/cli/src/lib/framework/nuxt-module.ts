import { join } from 'node:path'

import { describeSession, startDevSession } from './dev-session.ts'
import { isReplaced, readHeaders, renderBuild, writeFiles } from './site-files.ts'
import type { FrameworkOptions } from './vite-plugin.ts'

interface H3Event {
  method: string
  path: string
  node: { req: { headers: { accept?: string | undefined } } }
}

interface Nuxt {
  options: {
    _prepare?: boolean
    dev: boolean
    rootDir: string
    app: { head: { script?: { src?: string; async?: boolean }[] } }
    devServerHandlers: { route?: string; handler: unknown }[]
    nitro: {
      publicAssets?: { dir?: string; baseURL?: string }[]
      routeRules?: Record<string, { headers?: Record<string, string> }>
    }
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
    const { _prepare, app, dev, rootDir, devServerHandlers, nitro } = (nuxt as Nuxt).options
    if (_prepare) return
    const dir = join(rootDir, options.dir ?? '.')
    const addScript = (src: string): void => {
      const { script = [] } = app.head
      const isLoaded = script.some((each) => each.src === src)
      app.head.script = isLoaded ? script : [...script, { src, async: true }]
    }
    if (dev) {
      const session = await startDevSession(dir, ({ message }) => console.log(message))
      Object.assign(process.env, session.variables)
      process.stdout.write(`${describeSession(session)}\n`)
      addScript(session.files[0]!.path)
      const handler = ({ method, path: url, node }: H3Event) => {
        const { pathname } = new URL(url, 'http://localhost')
        const file = session.files.find(({ path }) => path === pathname)
        if (!file || isReplaced(session.project, file)) return undefined
        const headers = { Accept: node.req.headers.accept ?? '*/*' }
        return session.serve(new Request(`http://localhost${pathname}`, { method, headers }))
      }
      // How h3 marks its handlers.
      devServerHandlers.push({ handler: Object.assign(handler, { __is_handler__: true }) })
      return
    }
    const { written: files } = await renderBuild(dir)
    addScript(files[0]!.path)
    // Nuxt deletes its build folder after this.
    const folder = join(rootDir, '.conversion-capi/public')
    await writeFiles(rootDir, folder, files)
    nitro.publicAssets = [...(nitro.publicAssets ?? []), { dir: folder, baseURL: '/' }]
    const rules = Object.entries(await readHeaders(files)).map(([path, headers]) => [
      path,
      { headers },
    ])
    nitro.routeRules = { ...Object.fromEntries(rules), ...nitro.routeRules }
  }
}
