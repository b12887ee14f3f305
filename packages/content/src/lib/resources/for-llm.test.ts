import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { describe, expect, it } from 'vitest'

import { jsonLd } from '../facts/json-ld.ts'
import type { School } from '../school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { forLlm } from './for-llm.ts'

describe('forLlm()', () => {
  it('is a page and its twin in Markdown, which lead to each other', () => {
    const [page, twin] = forLlm(smallSchool())
    expect(page).toMatchObject({
      path: '/for-llm/',
      contentType: 'text/html; charset=utf-8',
      headers: {
        Link: '<https://polaris.example/for-llm/index.md>; rel="alternate"; type="text/markdown", <https://polaris.example/llms.txt>; rel="describedby"; type="text/plain"',
      },
    })
    expect(twin).toMatchObject({
      path: '/for-llm/index.md',
      contentType: 'text/markdown; charset=utf-8',
      headers: {
        Link: '<https://polaris.example/for-llm/>; rel="canonical", <https://polaris.example/llms.txt>; rel="describedby"; type="text/plain"',
      },
    })
  })

  it('names in its head the twin and what describes the site', () => {
    const links = elements(pageOf(smallSchool()), 'link').map(({ properties }) => properties)
    expect(links).toContainEqual({
      rel: ['alternate'],
      type: 'text/markdown',
      href: 'https://polaris.example/for-llm/index.md',
    })
    expect(links).toContainEqual({
      rel: ['describedby'],
      type: 'text/plain',
      href: 'https://polaris.example/llms.txt',
    })
  })

  it('has one H1 and skips no level of heading', () => {
    const levels = elements(pageOf(smallSchool()))
      .filter(({ tagName }) => /^h[1-6]$/.test(tagName))
      .map(({ tagName }) => Number(tagName[1]))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [index, level] of levels.entries()) {
      if (index > 0) expect(level - levels[index - 1]!).toBeLessThanOrEqual(1)
    }
  })

  it('holds its facts as JSON-LD too, each named by its place on the page', () => {
    const school = smallSchool()
    const page = pageOf(school)
    const [script] = elements(page, 'script')
    expect(script!.properties).toEqual({ type: 'application/ld+json' })
    expect(JSON.parse(toString(script!))).toEqual(jsonLd(school))
    const places = elements(page).map(({ properties }) => `${URL}#${properties.id as string}`)
    const named = jsonLd(school)['@graph'].map((thing) => (thing as { '@id': string })['@id'])
    expect(named).toHaveLength(4)
    expect(places).toEqual(expect.arrayContaining(named))
  })

  it('shows markup in a text as text', () => {
    const answer = '</script><img src=x onerror=alert(1)> & <b>*bold*</b>'
    const page = pageOf(smallSchool({ faq: [{ question: '<i>Why?</i>', answer }] }))
    expect(elements(page, 'img', 'b', 'i')).toEqual([])
    expect(elements(page, 'script')).toHaveLength(1)
    expect(elements(page, 'p').map((node) => toString(node))).toContain(answer)
    expect(elements(page, 'h3').map((node) => toString(node))).toContain('<i>Why?</i>')
  })

  it('writes addresses and numbers from left to right in every language', () => {
    const page = pageOf(smallSchool({ language: 'ar' }))
    const phone = elements(page, 'a').find(({ properties }) => properties.href === PHONE)
    expect(phone!.properties.dir).toBe('ltr')
    expect(toString(phone!)).toBe('+351 21 000 0000')
  })

  it.each([
    ['ru', 'Школа «Полярис»', 'Живые уроки в малых группах.'],
    ['ar', 'مدرسة النجم القطبي', 'دروس مباشرة في مجموعات صغيرة.'],
    ['zh-Hans', '北极星在线学校', '小班直播授课。'],
  ])('is written in %s', (language, name, summary) => {
    const page = pageOf(smallSchool({ language, name, summary }))
    const [html] = elements(page, 'html')
    expect(html!.properties).toMatchObject({
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
    })
    expect(toString(elements(page, 'h1')[0]!)).toBe(name)
    expect(toString(elements(page, 'p')[0]!)).toBe(summary)
  })
})

const URL = 'https://polaris.example/for-llm/'
const PHONE = 'tel:+351210000000'

function pageOf(school: School): Root {
  return fromHtml(forLlm(school)[0]!.body)
}

/** Those of the names, or all, in the order of the page. */
function elements(node: Root | Element, ...names: string[]): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return []
    const isAsked = names.length === 0 || names.includes(child.tagName)
    return [...(isAsked ? [child] : []), ...elements(child, ...names)]
  })
}
