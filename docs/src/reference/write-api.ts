import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ROOT } from '@conversion-capi/release'
import { Application } from 'typedoc'
import { load, type PluginOptions } from 'typedoc-plugin-markdown'

import { API_ENTRIES } from '../pages.ts'

/**
 * Writes a page with the exports of each entry of a package, from its source. Returns the type of the configuration.
 *
 * @throws {Error} If TypeDoc cannot read the source, or finds a broken link or an export without a description.
 */
export async function writeApi(folder: string) {
  const layout: Partial<PluginOptions> = {
    excludeScopesInPaths: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    hideGroupHeadings: true,
    useCodeBlocks: true,
    expandParameters: true,
  }
  const app = await Application.bootstrapWithPlugins({
    ...layout,
    plugin: [load],
    router: 'module',
    outputs: [{ name: 'markdown', path: folder }],
    entryPoints: API_ENTRIES.map(({ file }) => file),
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    // `pnpm typecheck` finds errors with the TypeScript of the packages.
    skipErrorChecking: true,
    disableGit: true,
    disableSources: true,
    readme: 'none',
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    sort: ['source-order'],
    groupOrder: ['Functions', 'Classes', 'Variables', '*'],
    jsDocCompatibility: { defaultTag: false },
    preservedTypeAnnotationTags: ['@throws'],
    validation: {
      notExported: false,
      invalidLink: true,
      rewrittenLink: true,
      notDocumented: false,
    },
    logLevel: 'Warn',
  })
  const project = await app.convert()
  const modules = project?.children ?? []
  for (const { specifier, file } of API_ENTRIES) {
    const path = relative(ROOT, file).replaceAll('\\', '/')
    const module = modules.find(({ name }) => name === path.replace(/(\/index)?\.ts$/, ''))
    if (!module) throw new Error(`TypeDoc did not read ${file}.`)
    module.name = specifier
  }
  if (project) {
    app.validate(project)
    await app.generateOutputs(project)
  }
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error('TypeDoc found the problems above. Correct the comments in the source.')
  }
  const exported = modules.flatMap(({ children = [] }) => children)
  for (const each of exported) {
    if (each.isReference() || each.comment || each.signatures?.[0]?.comment) continue
    throw new Error(`${each.name} has no description. Write a docstring.`)
  }
  return { config: exported.find((each) => each.name === 'Config' && !each.isReference())! }
}
