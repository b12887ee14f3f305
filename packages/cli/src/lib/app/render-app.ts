import type { Element, ElementContent, Root } from 'hast'

import { type Code, isCode, type StaticValue } from '../site/script/static-value.ts'
import { renderComponent } from './markup.ts'
import { createModules, createResolver, type Module } from './modules.ts'
import type { AppSource } from './read-app.ts'
import { renderTemplate } from './template.ts'

/** A component or a template of an app, as a browser would show it. */
export interface RenderedSource {
  source: AppSource
  tree: Root
  /** Whether no other component contains it. */
  isPage: boolean
}

export interface RenderedApp {
  /** The sources without the parts that nothing uses. */
  used: AppSource[]
  rendered: RenderedSource[]
  load: (path: string) => Module | undefined
}

const apps = new WeakMap<AppSource[], RenderedApp>()

/** Renders the components and templates that the pages of an app use, once. */
export function renderApp(sources: AppSource[]): RenderedApp {
  const app = apps.get(sources) ?? renderSources(sources)
  apps.set(sources, app)
  return app
}

function renderSources(sources: AppSource[]): RenderedApp {
  const load = createModules(sources)
  const inlined = new Set<Code['node']>()
  const used = findUsed(sources)
  const rendered = used.flatMap(
    (source): (Omit<RenderedSource, 'isPage'> & { node?: Code['node'] })[] => {
      if (!/<\w/.test(source.code) || source.path.endsWith('.json')) return []
      const module = load(source.path)!
      if (!/\.[cm]?[jt]sx?$/.test(source.path)) {
        return [{ source, tree: renderTemplate(source, module.scope) }]
      }
      return findComponents(module).map((component) => {
        const children = renderComponent(component, ({ node }) => inlined.add(node))
        return { source, tree: toDocument(children), node: component.node }
      })
    },
  )
  return {
    used,
    load,
    rendered: rendered.map(({ node, ...each }) => ({
      ...each,
      isPage: node === undefined || !inlined.has(node),
    })),
  }
}

/** Returns the components of a module, each once. */
function findComponents({ scope, readExport }: Module): Code[] {
  const names = [...scope.names.keys()].filter((name) => /^[A-Z]/.test(name))
  const values: StaticValue[] = [...names.map((name) => scope.read(name)), readExport('default')]
  const components = values.filter(isCode).filter(({ node, scope: each }) => {
    return /Function|Class/.test(node.type) && each === scope
  })
  return [...new Map(components.map((each) => [each.node, each])).values()]
}

function toDocument(children: ElementContent[]): Root {
  const body: Element = { type: 'element', tagName: 'body', properties: {}, children }
  return { type: 'root', children: [body] }
}

/** Folders of what pages use. The other files are pages, or used by the framework. */
const PARTS = /(?:^|\/)(?:blocks|components|features|sections|shared|ui|widgets)\//

/** Returns the sources without the parts that nothing uses, which templates of apps have many of. */
function findUsed(sources: AppSource[]): AppSource[] {
  // Nuxt and Angular find components by their names.
  if (sources.some(({ path }) => /(?:^|\/)nuxt\.config\.|\.component\.ts$/.test(path)))
    return sources
  const resolve = createResolver(sources)
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const used = new Set(sources.map(({ path }) => path).filter((path) => !PARTS.test(path)))
  // A set visits what is added while it is read.
  for (const path of used) {
    for (const [, specifier] of byPath.get(path)!.code.matchAll(IMPORT)) {
      const found = resolve(path, specifier!)
      if (found !== undefined) used.add(found)
    }
  }
  return sources.filter(({ path }) => used.has(path))
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([^'"\n]+)['"]/g
