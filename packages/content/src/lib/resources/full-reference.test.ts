import type { Element, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { describe, expect, it } from 'vitest'

import { jsonLd } from '../facts/json-ld.ts'
import type { School } from '../school/school-schema.ts'
import { smallSchool } from '../school.fixture.ts'
import { forLlm, llmsFullTxt } from './full-reference.ts'

describe('forLlm()', () => {
  it('returns a page and its Markdown version, which link to each other', () => {
    const [page, markdown] = forLlm(smallSchool())
    expect(page).toMatchObject({
      path: '/for-llm/',
      contentType: 'text/html; charset=utf-8',
      headers: {
        Link: '<https://polaris.example/for-llm/index.md>; rel="alternate"; type="text/markdown", <https://polaris.example/llms.txt>; rel="describedby"; type="text/plain"',
      },
    })
    expect(markdown).toMatchObject({
      path: '/for-llm/index.md',
      contentType: 'text/markdown; charset=utf-8',
      headers: {
        Link: '<https://polaris.example/for-llm/>; rel="canonical", <https://polaris.example/llms.txt>; rel="describedby"; type="text/plain"',
      },
    })
  })

  it('links the Markdown version and llms.txt in its head', () => {
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

  it('links llms.txt below the title of its Markdown version', () => {
    const [, pointer] = forLlm(smallSchool())[1]!.body.split('\n\n')
    expect(pointer).toBe('[llms.txt](https://polaris.example/llms.txt)')
  })

  it('embeds JSON-LD whose @ids are sections of the page', () => {
    const school = smallSchool()
    const page = pageOf(school)
    const [script] = elements(page, 'script')
    expect(script!.properties).toEqual({ type: 'application/ld+json' })
    expect(JSON.parse(toString(script!))).toEqual(jsonLd(school))
    const sectionUrls = elements(page).map(({ properties }) => `${URL}#${properties.id as string}`)
    const ids = jsonLd(school)['@graph'].map((thing) => (thing as { '@id': string })['@id'])
    expect(ids).toHaveLength(4)
    expect(sectionUrls).toEqual(expect.arrayContaining(ids))
  })

  it('marks phone numbers as left-to-right in every language', () => {
    const page = pageOf(smallSchool({ language: 'ar' }))
    const phone = elements(page, 'a').find(({ properties }) => properties.href === PHONE)
    expect(phone!.properties.dir).toBe('ltr')
    expect(toString(phone!)).toBe('+351 21 000 0000')
  })
})

describe('llmsFullTxt()', () => {
  it('equals the Markdown version of /for-llm/', () => {
    expect(llmsFullTxt(smallSchool()).body).toBe(forLlm(smallSchool())[1]!.body)
  })
})

const URL = 'https://polaris.example/for-llm/'
const PHONE = 'tel:+351210000000'

function pageOf(school: School): Root {
  return fromHtml(forLlm(school)[0]!.body)
}

/** Returns the elements with the given names, or all elements, in document order. */
function elements(node: Root | Element, ...names: string[]): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return []
    const isMatch = names.length === 0 || names.includes(child.tagName)
    return [...(isMatch ? [child] : []), ...elements(child, ...names)]
  })
}
