import type { Element } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString } from 'hast-util-to-string'
import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { renderHead } from './render-head.ts'

const school = smallSchool()

describe('renderHead()', () => {
  it('links the canonical URL and /llms.txt', () => {
    expect(linksOf(renderHead(school, '/terms.html'))).toEqual([
      { rel: ['canonical'], href: 'https://polaris.example/terms.html' },
      { rel: ['describedby'], type: 'text/plain', href: 'https://polaris.example/llms.txt' },
    ])
    expect(renderHead(school, '/terms.html')).not.toContain('<script')
  })

  it('links the Markdown version', () => {
    expect(linksOf(renderHead(school, '/', { markdown: '/index.md' }))).toContainEqual({
      rel: ['alternate'],
      type: 'text/markdown',
      href: 'https://polaris.example/index.md',
    })
  })

  it.each(['/programs/physics.html', '/ru/programs/physics.html'])(
    'links all language variants on each of them: %s',
    (path) => {
      const links = linksOf(renderHead(school, path))
      expect(links[0]).toEqual({ rel: ['canonical'], href: `https://polaris.example${path}` })
      expect(links.filter(({ hrefLang }) => hrefLang)).toEqual([
        {
          rel: ['alternate'],
          hrefLang: 'en',
          href: 'https://polaris.example/programs/physics.html',
        },
        {
          rel: ['alternate'],
          hrefLang: 'ru',
          href: 'https://polaris.example/ru/programs/physics.html',
        },
        {
          rel: ['alternate'],
          hrefLang: 'x-default',
          href: 'https://polaris.example/programs/physics.html',
        },
      ])
    },
  )

  it('describes the school on the home page', () => {
    expect(graphOf(renderHead(school, '/'))).toEqual([
      expect.objectContaining({
        '@type': 'EducationalOrganization',
        '@id': 'https://polaris.example/for-llm/#school',
        name: 'Polaris Online School',
      }),
    ])
  })

  it('describes a program with the school and the teachers on its page', () => {
    const graph = graphOf(renderHead(school, '/programs/physics.html'))
    expect(graph.map(({ '@type': type }) => type)).toEqual([
      'EducationalOrganization',
      'Course',
      'Person',
    ])
    expect(graph[1]).toMatchObject({
      name: 'Physics',
      url: 'https://polaris.example/programs/physics.html',
    })
  })

  it('marks the page of a private program, and no other page', () => {
    const programs = school.programs!.map((program) => ({ ...program, private: true as const }))
    const [own, other] = ['/programs/physics.html', '/'].map((path) =>
      renderHead({ ...school, programs }, path),
    )
    expect(own).toContain('<meta name="program" content="private">')
    expect(other + renderHead(school, '/programs/physics.html')).not.toContain('<meta')
  })

  it('describes a teacher on the teacher’s page', () => {
    const [teacher] = school.teachers
    const graph = graphOf(
      renderHead({ ...school, teachers: [{ ...teacher!, path: '/terms.html' }] }, '/terms.html'),
    )
    expect(graph.map(({ '@type': type }) => type)).toEqual(['EducationalOrganization', 'Person'])
  })

  it('accepts any spelling of the path', () => {
    const pages = [...school.pages, { path: '/école/' }]
    expect(linksOf(renderHead({ ...school, pages }, '/%C3%A9cole/'))[0]).toMatchObject({
      href: 'https://polaris.example/%C3%A9cole/',
    })
  })

  it('escapes texts', () => {
    const html = renderHead({ ...school, name: '</script><b>' }, '/')
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(graphOf(html)[0]).toMatchObject({ name: '</script><b>' })
  })

  it('throws a TypeError if the page is not listed', () => {
    expect(() => renderHead(school, '/about.html')).toThrow(
      new TypeError('pages has no "/about.html". Add the page to the description of the school.'),
    )
  })

  it.each([
    [{ markdwon: '/index.md' }, 'Option "markdwon" is unknown. Use one of markdown, llmsTxt.'],
    [
      { markdown: 'index.md' },
      'markdown must be a path on this site. Write a path such as "/index.md".',
    ],
  ])('throws a TypeError for the options %j', (options, message) => {
    expect(() => renderHead(school, '/', options as object)).toThrow(new TypeError(message))
  })
})

function elementsOf(html: string, tagName: string): Element[] {
  return fromHtml(html, { fragment: true }).children.filter(
    (node): node is Element => node.type === 'element' && node.tagName === tagName,
  )
}

function linksOf(html: string) {
  return elementsOf(html, 'link').map(({ properties }) => properties)
}

function graphOf(html: string): Record<string, unknown>[] {
  const [script] = elementsOf(html, 'script')
  return JSON.parse(toString(script!))['@graph']
}
