import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { h } from 'hastscript'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import type { School } from '../school-schema.ts'
import { type HtmlPage, renderPage } from './render-page.ts'

const HOSTILE = `"'&<b>\`</title></script><!-- ]]> 🚀 \u202e`

describe('renderPage', () => {
  it('is a whole document in the school’s language', () => {
    const html = render()
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr">\n/)
    expect(html).toMatch(/<\/html>\n$/)
    expect(find(html, 'meta')[0]!.properties).toEqual({ charSet: 'utf-8' })
  })

  it('is written from right to left where the language is', () => {
    const [html] = find(render({}, { language: 'ar' }), 'html')
    expect(html!.properties).toEqual({ lang: 'ar', dir: 'rtl' })
  })

  it('says what it is to search engines, social networks and agents', () => {
    const html = render({ path: '/for-llm/', title: 'Facts', description: 'All of them.' })
    expect(toString(find(html, 'title')[0]!)).toBe('Facts')
    expect(meta(html)).toMatchObject({
      viewport: 'width=device-width, initial-scale=1',
      description: 'All of them.',
      'og:title': 'Facts',
      'og:description': 'All of them.',
      'og:type': 'website',
      'og:url': 'https://polaris.example/for-llm/',
      'og:locale': 'en_US',
    })
    expect(find(html, 'link').map(({ properties }) => properties)).toEqual([
      { rel: ['canonical'], href: 'https://polaris.example/for-llm/' },
      { rel: ['describedby'], type: 'text/plain', href: 'https://polaris.example/llms.txt' },
      { rel: ['icon'], href: 'data:,' },
    ])
  })

  it.each([
    ['pt-BR', 'pt_BR'],
    ['ru', 'ru_RU'],
    ['zh-Hant-TW', 'zh_TW'],
    ['ar', 'ar_EG'],
  ])('tells social networks %s as %s', (language, locale) => {
    expect(meta(render({}, { language }))['og:locale']).toBe(locale)
  })

  it('lets nobody index a shell, which stands for other addresses', () => {
    const html = render({ isShell: true })
    expect(meta(html)).toMatchObject({ robots: 'noindex' })
    expect(meta(html)).not.toHaveProperty('og:url')
    expect(html).not.toContain('canonical')
  })

  it('writes every text as text', () => {
    const html = render(
      { title: HOSTILE, description: HOSTILE, main: [h('h1', HOSTILE)] },
      { name: HOSTILE },
    )
    expect(toString(find(html, 'title')[0]!)).toBe(HOSTILE)
    expect(toString(find(html, 'h1')[0]!)).toBe(HOSTILE)
    expect(toString(find(html, 'header')[0]!)).toBe(HOSTILE)
    expect(meta(html)).toMatchObject({
      description: HOSTILE,
      'og:title': HOSTILE,
      'og:site_name': HOSTILE,
    })
    expect(find(html, 'script')).toEqual([])
    expect(find(html, 'b')).toEqual([])
  })

  it('asks for no other file, not even an icon, and lets a policy name its one style', () => {
    const html = render()
    expect(html).not.toMatch(/ src=| style=|rel="(stylesheet|preload|icon)" href="(?!data:)/)
    expect(find(html, 'style')).toHaveLength(1)
    expect(find(render({}, { language: 'ar' }), 'style')).toEqual(find(html, 'style'))
  })

  it('has a skip link, then landmarks', () => {
    const [body] = find(render(), 'body')
    const blocks = body!.children.filter((node) => node.type === 'element')
    expect(blocks.map(({ tagName }) => tagName)).toEqual(['a', 'header', 'main', 'footer'])
    expect(blocks[0]!.properties['href']).toBe(`#${blocks[2]!.properties['id'] as string}`)
  })

  it('links the files for machines, all at their own addresses', () => {
    const hrefs = find(render(), 'a').map(({ properties }) => properties['href'])
    const files = 'llms.txt llms-full.txt openapi.json auth.md sitemap.xml robots.txt docs/api.html'
    for (const file of [...files.split(' '), 'for-llm/', '.well-known/api-catalog', '']) {
      expect(hrefs).toContain(`https://polaris.example/${file}`)
    }
  })

  it('can be in another language than the school’s, but for its name', () => {
    const html = render({ language: 'en' }, { language: 'ar', name: 'مدرسة' })
    expect(find(html, 'html')[0]!.properties).toEqual({ lang: 'en', dir: 'ltr' })
    expect(toString(find(html, 'a')[0]!)).toBe('Skip to content')
    expect(find(html, 'a')[1]!.properties).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(meta(html)['og:locale']).toBe('en_US')
  })
})

function render(changes: Partial<HtmlPage> = {}, school: Partial<School> = {}): string {
  const page = { path: '/page.html', title: 'A page', description: 'About.', main: [h('h1', 'Hi')] }
  return renderPage({ ...smallSchool(), ...school }, { ...page, ...changes })
}

function find(html: string, tagName: string): Element[] {
  return within(fromHtml(html))

  function within(node: Root | Element): Element[] {
    return node.children.flatMap((child) => {
      if (child.type !== 'element') return []
      return child.tagName === tagName ? [child, ...within(child)] : within(child)
    })
  }
}

function meta(html: string): Record<string, unknown> {
  const entries = find(html, 'meta').map(({ properties }) => [
    properties['name'] ?? properties['property'],
    properties['content'],
  ])
  return Object.fromEntries(entries)
}
