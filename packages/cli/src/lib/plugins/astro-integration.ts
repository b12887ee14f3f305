import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import {
  type AstroSettings,
  type FrameworkSettings,
  fromAstro,
} from '../framework/framework-settings.ts'
import { describeOwn, renderBuild, writeFiles } from '../framework/site-files.ts'
import { createPlugin, type FrameworkOptions, type VitePlugin } from './vite-plugin.ts'

interface AstroHook {
  command: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each version of Astro has another type.
  config: any
  updateConfig: (config: { vite: { plugins: VitePlugin[] } }) => unknown
}

/**
 * The plugin as an integration of Astro, whose build does not run plugins if no page has a script.
 *
 * @param options Where the project is.
 * @returns An integration of Astro.
 */
export function conversionCapiAstro(options: FrameworkOptions = {}): {
  name: string
  hooks: {
    'astro:config:setup': (hook: AstroHook) => void
    'astro:config:done': (hook: Pick<AstroHook, 'config'>) => void
    'astro:routes:resolved': (hook: { routes: { pattern: string; entrypoint: string }[] }) => void
    'astro:build:done': (hook: { dir: URL }) => Promise<void>
  }
} {
  let settings: FrameworkSettings
  let named: FrameworkSettings['named'] = {}
  const getSettings = (): FrameworkSettings => ({ ...settings, named })
  return {
    name: 'conversion-capi',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        settings = fromAstro(config as AstroSettings)
        const plugin = createPlugin(options, command !== 'dev', getSettings)
        updateConfig({ vite: { plugins: [plugin] } })
      },
      // Other integrations can have changed it.
      'astro:config:done': ({ config }) => {
        settings = fromAstro(config as AstroSettings)
      },
      'astro:routes:resolved': ({ routes }) => {
        named = Object.fromEntries(routes.map(({ pattern, entrypoint }) => [pattern, entrypoint]))
      },
      'astro:build:done': async ({ dir }) => {
        const { root } = settings
        for (const message of describeOwn(getSettings())) console.log(message)
        const { written } = await renderBuild(join(root, options.dir ?? '.'), getSettings())
        await writeFiles(root, fileURLToPath(dir), written)
      },
    },
  }
}
