import { existsSync } from 'node:fs'

import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'
import { describe, expect, it } from 'vitest'

import { DIST, readPages } from './lib/built-pages.ts'

const ORIGIN = 'https://site.invalid'

const pages = new Map(readPages().map(({ path, html }) => [path, parse(fromHtml(html))]))

describe.each([...pages])('%s', (path, { urls }) => {
  it('has no broken link, anchor or image', () => {
    expect(urls.filter((url) => isBroken(new URL(url, ORIGIN + path)))).toEqual([])
  })

  it('links to other sites with HTTPS', () => {
    const external = urls.filter((url) => URL.canParse(url))
    expect(external.filter((url) => !/^(https|mailto):/.test(url))).toEqual([])
  })
})

it('every page is reachable from the front page', () => {
  const reached = new Set(['/'])
  for (const path of reached) {
    for (const url of pages.get(path)!.urls) {
      const { origin, pathname } = new URL(url, ORIGIN + path)
      if (origin === ORIGIN && pages.has(pathname)) reached.add(pathname)
    }
  }
  expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual(['/404.html'])
})

it('a missing page and a missing anchor are found', () => {
  expect(isBroken(new URL('/missing/', ORIGIN))).toBe(true)
  expect(isBroken(new URL('/#missing', ORIGIN))).toBe(true)
})

function parse(tree: Root): { urls: string[]; ids: Set<string> } {
  const urls: string[] = []
  const ids = new Set<string>()
  visit(tree, 'element', ({ properties: { href, src, id } }) => {
    for (const url of [href, src]) if (typeof url === 'string') urls.push(url)
    if (typeof id === 'string') ids.add(id)
  })
  return { urls, ids }
}

function isBroken({ origin, pathname, hash }: URL): boolean {
  if (origin !== ORIGIN) return false
  const page = pages.get(decodeURI(pathname))
  if (!page) return pathname.endsWith('/') || !existsSync(DIST + decodeURI(pathname).slice(1))
  return hash !== '' && !page.ids.has(decodeURIComponent(hash.slice(1)))
}
