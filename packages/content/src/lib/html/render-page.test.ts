import { jsonValue } from '@conversion-capi/test-support/json'
import fc from 'fast-check'
import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { h } from 'hastscript'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import type { School } from '../school/school-schema.ts'
import { type HtmlPage, renderPage, textDirection, toScriptJson } from './render-page.ts'

const HOSTILE = `"'&<b>\`</title></script><!-- ]]> 🚀 \u202e`

describe('renderPage()', () => {
  it('returns a complete document in the school’s language', () => {
    const html = render()
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr">\n/)
    expect(html).toMatch(/<\/html>\n$/)
    expect(find(html, 'meta')[0]!.properties).toEqual({ charSet: 'utf-8' })
  })

  it('sets the direction of a right-to-left language', () => {
    const [html] = find(render({}, { language: 'ar' }), 'html')
    expect(html!.properties).toEqual({ lang: 'ar', dir: 'rtl' })
  })

  it('writes the metadata for search engines and agents', () => {
    const html = render({ path: '/for-llm/', title: 'Facts', description: 'All of them.' })
    expect(toString(find(html, 'title')[0]!)).toBe('Facts · Polaris Online School')
    expect(meta(html)).toMatchObject({
      viewport: 'width=device-width, initial-scale=1',
      description: 'All of them.',
    })
    expect(find(html, 'link').map(({ properties }) => properties)).toEqual([
      { rel: ['canonical'], href: 'https://polaris.example/for-llm/' },
      { rel: ['describedby'], type: 'text/plain', href: 'https://polaris.example/llms.txt' },
      { rel: ['icon'], href: 'data:,' },
    ])
  })

  it('excludes a shell from search indexes', () => {
    const html = render({ isShell: true })
    expect(meta(html)).toMatchObject({ robots: 'noindex' })
    expect(html).not.toContain('canonical')
  })

  it('escapes texts', () => {
    const html = render(
      { title: HOSTILE, description: HOSTILE, main: [h('h1', HOSTILE)] },
      { name: HOSTILE },
    )
    expect(toString(find(html, 'title')[0]!)).toBe(`${HOSTILE} · ${HOSTILE}`)
    expect(toString(find(html, 'h1')[0]!)).toBe(HOSTILE)
    expect(toString(find(html, 'header')[0]!)).toBe(`${HOSTILE} · llms.txt`)
    expect(meta(html)).toMatchObject({ description: HOSTILE })
    expect(find(html, 'script')).toEqual([])
    expect(find(html, 'b')).toEqual([])
  })

  it('loads no other file and has the same style on every page', () => {
    const html = render()
    expect(html).not.toMatch(/ src=| style=|rel="(stylesheet|preload|icon)" href="(?!data:)/)
    expect(find(html, 'style')).toHaveLength(1)
    expect(find(render({}, { language: 'ar' }), 'style')).toEqual(find(html, 'style'))
  })

  it('starts with a skip link, followed by landmarks', () => {
    const [body] = find(render(), 'body')
    const blocks = body!.children.filter((node) => node.type === 'element')
    expect(blocks.map(({ tagName }) => tagName)).toEqual(['a', 'header', 'main', 'footer'])
    expect(blocks[0]!.properties['href']).toBe(`#${blocks[2]!.properties['id'] as string}`)
  })

  it('links the machine-readable files', () => {
    const hrefs = find(render(), 'a').map(({ properties }) => properties['href'])
    const files = 'llms.txt llms-full.txt openapi.json auth.md sitemap.xml robots.txt docs/api.html'
    for (const file of [...files.split(' '), 'for-llm/', '.well-known/api-catalog', '']) {
      expect(hrefs).toContain(`https://polaris.example/${file}`)
    }
  })

  it('links llms.txt before the content, except on a shell', () => {
    const inHeader = (html: string): string =>
      html.slice(0, html.indexOf('<main')).split('<body>')[1]!
    expect(inHeader(render())).toContain('href="https://polaris.example/llms.txt"')
    expect(inHeader(render({ isShell: true }))).not.toContain('llms.txt')
  })

  it('can be in a language other than the school’s', () => {
    const html = render({ language: 'en' }, { language: 'ar', name: 'مدرسة' })
    expect(find(html, 'html')[0]!.properties).toEqual({ lang: 'en', dir: 'ltr' })
    expect(toString(find(html, 'a')[0]!)).toBe('Skip to content')
    expect(find(html, 'a')[1]!.properties).toMatchObject({ lang: 'ar', dir: 'rtl' })
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

describe('textDirection()', () => {
  it.each(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv', 'ckb', 'ar-EG', 'FA', 'he-IL'])(
    'returns rtl for %s',
    (tag) => {
      expect(textDirection(tag)).toBe('rtl')
    },
  )

  it.each(['en', 'ru', 'zh-Hans', 'pt-BR', 'az', 'arn', 'es-419'])('returns ltr for %s', (tag) => {
    expect(textDirection(tag)).toBe('ltr')
  })

  it.each([
    ['az-Arab', 'rtl'],
    ['pa-arab-PK', 'rtl'],
    ['lad-Hebr', 'rtl'],
    ['ar-Latn', 'ltr'],
    ['ks-Deva', 'ltr'],
    ['sd-Deva-IN', 'ltr'],
  ])('uses the script subtag of %s', (tag, expected) => {
    expect(textDirection(tag)).toBe(expected)
  })
})

describe('toScriptJson()', () => {
  it.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028', '"\\'])(
    'escapes text that would end the script: %j',
    (text) => {
      expect(readFromScript(toScriptJson({ text }))).toEqual({ text })
    },
  )

  it('parses back to the same value', () => {
    const value = jsonValue({
      stringUnit: fc.constantFrom('<', '/', '!', '-', 'script', '>', 'é'),
    })
    fc.assert(
      fc.property(value, (value) => {
        expect(JSON.stringify(readFromScript(toScriptJson(value)))).toBe(JSON.stringify(value))
      }),
    )
  })
})

function readFromScript(json: string): unknown {
  const { children } = fromHtml(`<script>${json}</script>`, { fragment: true })
  expect(children).toHaveLength(1)
  return JSON.parse(toString(children[0]!))
}
