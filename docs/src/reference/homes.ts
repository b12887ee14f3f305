import { posix } from 'node:path'

import GithubSlugger, { slug } from 'github-slugger'
import type { Reflection } from 'typedoc'

import type { Api } from './read-api.ts'

/** Where an export is described. */
interface Home {
  /** Path of the page in `docs/reference`. */
  page: string
  anchor: string
}

/** Returns a link to the description of an export, or to that of the export that has the member. */
export type FindLink = (target: Reflection) => string | undefined

/** The exports that a page on options describes, by the heading of their section. */
export type OptionSections = Record<string, string>

/**
 * Finds out where each export is described: on a page on options, or on the page of its package.
 *
 * @param api The exports.
 * @param optionPages The sections of the pages on options, by page.
 * @returns A function that returns the `FindLink` for the links of one page.
 */
export function findHomes(
  api: Api,
  optionPages: Record<string, OptionSections>,
): (page: string) => FindLink {
  const homes = new Map<Reflection, Home>()
  for (const { folder, entries } of api.packages) {
    const headings = entries.flatMap(({ symbols }) => symbols)
    const anchors = toAnchors(headings.map(({ name }) => name))
    for (const [index, symbol] of headings.entries()) {
      homes.set(symbol, { page: `api/${folder}.md`, anchor: anchors[index]! })
    }
  }
  for (const [page, sections] of Object.entries(optionPages)) {
    for (const [heading, name] of Object.entries(sections)) {
      homes.set(api.find(name), { page, anchor: slug(heading) })
    }
  }

  return (page) => (target) => {
    const home = homes.get(findExport(target, homes))
    if (!home) return undefined
    const path = page === home.page ? '' : posix.relative(posix.dirname(page), home.page)
    return `${path}#${home.anchor}`
  }
}

/** Returns the anchors of the headings of a page, as GitHub and the site create them. */
export function toAnchors(headings: string[]): string[] {
  const slugger = new GithubSlugger()
  return headings.map((heading) => slugger.slug(heading.replaceAll('`', '')))
}

function findExport(target: Reflection, homes: Map<Reflection, Home>): Reflection {
  let current = target
  while (!homes.has(current) && current.parent) current = current.parent
  return current
}
