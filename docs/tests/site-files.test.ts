import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, inject, it } from 'vitest'

import { DIST, readPages } from './lib/built-pages.ts'

const pages = readPages()

describe('llms.txt', () => {
  const llms = readFileSync(`${DIST}llms.txt`, 'utf8')

  it('links to the Markdown of the pages', () => {
    const urls = [...llms.matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, url]) => url!)
    expect(urls.length).toBeGreaterThan(30)
    expect(urls.filter((url) => !existsSync(DIST + url))).toEqual([])
  })

  it('starts with the title and a summary', () => {
    expect(llms).toMatch(/^# .+\n\n> .+\n\n## Start\n\n- \[/)
  })

  it('has the text of all pages in llms-full.txt', () => {
    const full = readFileSync(`${DIST}llms-full.txt`, 'utf8')
    const titles = [...llms.matchAll(/^- \[(.+?)\]/gm)].map(([, title]) => title!)
    expect(titles.filter((title) => !full.includes(`\n# ${title}\n`))).toEqual([])
  })
})

describe('each page', () => {
  it('shows alerts as asides', () => {
    expect(pages.filter(({ html }) => html.includes('<p>[!')).map(({ path }) => path)).toEqual([])
    expect(pages.some(({ html }) => html.includes('aria-label="Warning"'))).toBe(true)
  })

  it.each([
    ['title', findTitle],
    ['description', findDescription],
  ])('has a unique %s', (_, find) => {
    const values = new Map<string, string[]>()
    for (const { path, html } of pages) {
      const value = find(html) ?? ''
      values.set(value, [...(values.get(value) ?? []), path])
    }
    expect([...values].filter(([value, paths]) => value === '' || paths.length > 1)).toEqual([])
  })
})

it('robots.txt allows every crawler', () => {
  expect(readFileSync(`${DIST}robots.txt`, 'utf8')).toBe('User-agent: *\nAllow: /\n')
})

it('a missing page has the status 404 and links to the front page', async () => {
  const response = await fetch(`${inject('site')}/missing/`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('href="/"')
})

function findTitle(html: string): string | undefined {
  return /<title>(.+?)<\/title>/.exec(html)?.[1]
}

function findDescription(html: string): string | undefined {
  return /<meta name="description" content="(.+?)"/.exec(html)?.[1]
}
