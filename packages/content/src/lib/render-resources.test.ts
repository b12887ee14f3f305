import { describe, expect, it } from 'vitest'

import { checkResources } from './check/check-resources.ts'
import { defineSchool } from './school/define-school.ts'
import { jsonLd } from './facts/json-ld.ts'
import { renderHead } from './html/render-head.ts'
import { ENGLISH } from './school/labels/english.ts'
import { renderResources } from './render-resources.ts'
import type { School } from './school/school-schema.ts'
import { smallSchool, TRANSLATED } from './school.fixture.ts'

describe('renderResources()', () => {
  it('returns every file of specification 4.2 except the tracker, and the files they depend on', () => {
    const files = renderResources(smallSchool())
    expect(files.map(({ path, contentType }) => [path, contentType])).toEqual([
      ['/llms.txt', 'text/plain; charset=utf-8'],
      ['/llms-full.txt', 'text/plain; charset=utf-8'],
      ['/for-llm/', 'text/html; charset=utf-8'],
      ['/for-llm/index.md', 'text/markdown; charset=utf-8'],
      ['/sitemap.xml', 'application/xml; charset=utf-8'],
      [
        '/.well-known/api-catalog',
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      ],
      ['/robots.txt', 'text/plain; charset=utf-8'],
      ['/auth.md', 'text/markdown; charset=utf-8'],
      ['/docs/api.html', 'text/html; charset=utf-8'],
      ['/openapi.json', 'application/json'],
      ['/404.html', 'text/html; charset=utf-8'],
    ])
  })

  it('returns the same bytes for the same description', () => {
    expect(renderResources(smallSchool())).toEqual(renderResources(smallSchool()))
  })

  it('does not change the description', () => {
    const school = smallSchool()
    const before = structuredClone(school)
    renderResources(school)
    expect(school).toEqual(before)
  })

  it('updates a price in every file that contains it', () => {
    const [program] = smallSchool().programs
    const prices = [{ amount: 199, currency: 'USD', per: 'month' }]
    const files = renderResources(smallSchool({ programs: [{ ...program!, prices }] }))
    const texts = new Map(files.map(({ path, body }) => [path, body]))
    for (const path of ['/llms.txt', '/llms-full.txt', '/for-llm/', '/for-llm/index.md']) {
      expect(texts.get(path)).toContain('199 USD per month')
      expect(texts.get(path)).not.toContain('264 EUR')
    }
    expect(texts.get('/for-llm/')).toContain('"price":199,"priceCurrency":"USD"')
  })

  it('renders a school of which only the name is known', () => {
    const files = new Map(renderResources(gambit()).map(({ path, body }) => [path, body]))
    expect(checkResources(renderResources(gambit()), gambit())).toEqual([])
    expect(files.get('/llms.txt')!.split('\n## ')[0]).toBe(`# Gambit

When to use this: ${ENGLISH.otherQuestions}

Contacts: Website: <https://gambit.example/>

Cite as: Gambit; Source: <https://gambit.example/for-llm/>
`)
    expect(headings(files.get('/llms-full.txt')!)).toEqual([
      '# Gambit',
      '## When to use this',
      '## Contacts',
      '## Machine-readable files',
      '## How to cite',
    ])
    expect(headings(files.get('/auth.md')!)).not.toContain('## Contact')
    expect(jsonLd(gambit())['@graph']).toEqual([
      {
        '@type': 'EducationalOrganization',
        '@id': 'https://gambit.example/for-llm/#school',
        name: 'Gambit',
        url: 'https://gambit.example/',
      },
    ])
  })

  it('leaves out the files with labels while one is not translated', () => {
    const school = gambit({ language: 'th', labels: { ...TRANSLATED, price: '' } })
    const files = new Map(renderResources(school).map((file) => [file.path, file]))
    expect([...files.keys()]).toEqual([
      '/sitemap.xml',
      '/.well-known/api-catalog',
      '/robots.txt',
      '/auth.md',
      '/docs/api.html',
      '/openapi.json',
      '/404.html',
    ])
    for (const { body, headers } of files.values()) {
      expect(`${body}${JSON.stringify(headers)}`).not.toMatch(/llms(?:-full)?\.txt|for-llm/)
    }
    expect(files.get('/404.html')).toMatchObject({
      body: expect.stringMatching(/<html lang="en".*<h1>Page not found</s),
    })
    expect(renderHead(school, '/')).not.toContain('llms.txt')
  })
})

function gambit(changes: Partial<School> = {}): School {
  const pages = [{ path: '/' }]
  const url = 'https://gambit.example'
  return defineSchool({ name: 'Gambit', url, language: 'en', pages, ...changes })
}

function headings(markdown: string): string[] {
  return markdown.split('\n').filter((line) => line.startsWith('#'))
}
