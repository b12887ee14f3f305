import type { Element, ElementContent, Root } from 'hast'

import { type Code, isCode, type StaticValue } from '../site/script/static-value.ts'
import { renderComponent } from './markup.ts'
import { createModules, createResolver } from './modules.ts'
import type { Module } from './scopes.ts'
import { type AppSource, OTHERS } from './read-app.ts'
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
  const used = findUsed(sources)
  const inlined = new Set<Code['node']>()
  const rendered: (Omit<RenderedSource, 'isPage'> & { node?: Code['node'] })[] = []
  for (const source of used) {
    if (!/<\w/.test(source.code) || OTHERS.test(source.path) || source.path.endsWith('.json'))
      continue
    const module = load(source.path)!
    if (!/\.[cm]?[jt]sx?$/.test(source.path)) {
      rendered.push({ source, tree: renderTemplate(source, module.scope) })
      continue
    }
    for (const component of findComponents(module)) {
      const { node } = component
      // Pages come first: what is inside them was rendered with what they pass.
      if (inlined.has(node)) continue
      const children = renderComponent(component, (each) => inlined.add(each.node))
      rendered.push({ source, tree: toDocument(children), node })
    }
  }
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

/**
 * Returns the sources without the parts that nothing uses, which templates of apps have many of. What imports others is
 * before them.
 */
function findUsed(sources: AppSource[]): AppSource[] {
  const resolve = createResolver(sources)
  const imports = new Map(
    sources.map(({ path, code }) => {
      const found = Array.from(code.matchAll(IMPORT), ([, each]) => resolve(path, each!))
      return [path, found.filter((each) => each !== undefined)] as const
    }),
  )
  const imported = new Set([...imports.values()].flat())
  // Nuxt and Angular find components by their names.
  const isByName = sources.some(({ path }) => /(?:^|\/)nuxt\.config\.|\.component\.ts$/.test(path))
  const paths = [...imports.keys()].filter((path) => isByName || !PARTS.test(path))
  const used = new Set(paths.toSorted((a, b) => Number(imported.has(a)) - Number(imported.has(b))))
  // A set visits what is added while it is read.
  for (const path of used) for (const each of imports.get(path)!) used.add(each)
  const byPath = new Map(sources.map((source) => [source.path, source]))
  return Array.from(used, (path) => byPath.get(path)!)
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([^'"\n]+)['"]/g
