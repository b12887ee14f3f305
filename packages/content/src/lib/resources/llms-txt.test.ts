import { describe, expect, it } from 'vitest'

import { parseLlmsTxt } from './parse-llms-txt.fixture.ts'
import { smallSchool } from '../school.fixture.ts'
import { llmsFullTxt } from './full-reference.ts'
import { llmsTxt } from './llms-txt.ts'

describe('llmsTxt()', () => {
  it('writes one line per key fact', () => {
    const { title, summary, info } = parseLlmsTxt(llmsTxt(smallSchool()).body)!
    expect(title).toBe('Polaris Online School')
    expect(summary).toBe('An online school for grades 5 to 11 with live lessons in small groups.')
    expect(info.split('\n\n')).toEqual([
      'About the school: Polaris teaches online and live. Groups have at most eight students.',
      expect.stringMatching(/^When to use this: /),
      'Grades: 5-11',
      'Program: Physics; ID: physics; Grades: 7-11; Price: 264 EUR per term; Teachers: Tomas Lindqvist',
      'Schedule: Two live lessons a week.',
      'Format: online; Time zone: Europe/Lisbon; Lesson length: 60 minutes; Lessons per week: 2; Term length: 12 weeks; Maximum group size: 8',
      'Teachers: Tomas Lindqvist, Physics teacher',
      'Admissions: A trial lesson decides. 1. Book a trial lesson.',
      'Refunds: Before the fourth lesson the whole fee comes back.',
      'Contacts: Email: <hello@polaris.example>; Phone: +351 21 000 0000; Address: Lisbon, PT; Languages: English; Website: <https://polaris.example/>; Main site: <https://www.polaris.example/>',
      'How to cite: Name the school and link the page a fact is from.',
      'Cite as: Polaris Online School; Source: <https://polaris.example/for-llm/>',
    ])
  })

  it('lists the first pages of a large school, then the sitemap', () => {
    const pages = Array.from({ length: 1560 }, (_, index) => ({
      path: `/courses/${index}/`,
      title: `Course ${index}`,
      description: 'Live lessons in a group of at most eight students, twice a week.',
    }))
    const school = smallSchool({ pages: [{ path: '/programs/physics.html' }, ...pages] })
    const { body } = llmsTxt(school)
    const links = parseLlmsTxt(body)!.sections.get('Pages')!
    expect(links[0]!.title).toBe('Course 0')
    expect(links.length).toBeGreaterThan(100)
    expect(links.at(-1)).toEqual({
      title: 'sitemap.xml',
      url: 'https://polaris.example/sitemap.xml',
      description: 'All public pages',
    })
    expect(body.length).toBeLessThan(25_000)
    expect(llmsFullTxt(school).body.length).toBeLessThan(60_000)
  })

  it('links pages, programs and the other files', () => {
    const { sections } = parseLlmsTxt(llmsTxt(smallSchool()).body)!
    expect([...sections.keys()]).toEqual(['Pages', 'Programs and prices', 'Machine-readable files'])
    expect(sections.get('Pages')).toEqual([
      {
        title: 'Polaris',
        url: 'https://polaris.example/',
        description: 'What the school is.',
      },
      {
        title: 'Physics in grade 9',
        url: 'https://polaris.example/programs/physics.html',
        description: 'The term, week by week.',
      },
    ])
    expect(sections.get('Programs and prices')).toEqual([
      {
        title: 'Physics',
        url: 'https://polaris.example/programs/physics.html',
        description: 'Measure first, explain after.',
      },
    ])
    expect(sections.get('Machine-readable files')!.map(({ title }) => title)).toEqual([
      'llms-full.txt',
      'for-llm/',
      'for-llm/index.md',
      'sitemap.xml',
      'robots.txt',
      '.well-known/api-catalog',
      'openapi.json',
      'docs/api.html',
      'auth.md',
    ])
  })

  it('separates multiple values even if they contain commas', () => {
    const [program] = smallSchool().programs
    const topics = ['Motion, forces', 'Heat']
    const { info } = parseLlmsTxt(
      llmsTxt(smallSchool({ programs: [{ ...program!, topics }] })).body,
    )!
    expect(info).toContain('; Topics: Motion, forces | Heat\n')
  })

  it('writes the description of a program without a page next to its facts', () => {
    const { path: _, ...program } = smallSchool().programs[0]!
    const { info, sections } = parseLlmsTxt(llmsTxt(smallSchool({ programs: [program] })).body)!
    expect(info).toContain('Teachers: Tomas Lindqvist. Measure first, explain after.')
    expect(sections.has('Programs and prices')).toBe(false)
  })

  it('gives sections with equal labels unique headings', () => {
    const labels = { pages: 'Links', programs: 'Links', machineReadable: 'Links 2' }
    const { sections } = parseLlmsTxt(llmsTxt(smallSchool({ labels })).body)!
    expect([...sections.keys()]).toEqual(['Links', 'Links 2', 'Links 2 2'])
  })

  it.each([
    ['## Levels', '\\## Levels: 5-11'],
    ['- Levels', '\\- Levels: 5-11'],
    ['1. Levels', '1\\. Levels: 5-11'],
    ['[Levels]', '\\[Levels]: 5-11'],
    ['3D levels', '3D levels: 5-11'],
  ])('escapes a label such as "%s"', (grades, line) => {
    const { info } = parseLlmsTxt(llmsTxt(smallSchool({ labels: { grades } })).body)!
    expect(info.split('\n\n')).toContain(line)
  })

  it('stays below 50,000 characters for a school with 40 programs and 100 pages', () => {
    const [program] = smallSchool().programs
    const school = smallSchool({
      programs: Array.from({ length: 40 }, (_, index) => ({
        ...program!,
        name: `Program ${index}`,
        description: 'What is taught, week by week, and what a student can do afterwards. '.repeat(
          3,
        ),
        topics: ['Motion and forces', 'Electricity', 'Light and sound', 'Heat', 'Atoms'],
      })),
      pages: [
        ...smallSchool().pages,
        ...Array.from({ length: 100 }, (_, index) => ({
          path: `/pages/${index}.html`,
          title: `Page ${index}`,
          description: 'What is on the page, in one sentence of an ordinary length, not more.',
        })),
      ],
    })
    expect(llmsTxt(school).body.length).toBeLessThan(50_000)
  })
})
