import * as fc from 'fast-check'
import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString as toTextOfHtml } from 'hast-util-to-string'
import type * as mdast from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as toTextOfMarkdown } from 'mdast-util-to-string'
import robotsModule from 'robots-parser'
import { describe, expect, it } from 'vitest'

import { absolute } from './absolute.ts'
import { arbitrarySchool } from './arbitrary-school.fixture.ts'
import { checkResources } from './check/check-resources.ts'
import { parseLlmsTxt } from './check/parse-llms-txt.ts'
import { walk } from './check/checked-file.ts'
import { defineSchool } from './define-school.ts'
import { endpointOf } from './endpoint-of.ts'
import { PATHS } from './paths.ts'
import { renderResources } from './render-resources.ts'
import type { School } from './school-schema.ts'

// Its types speak of a member `default`, which the module itself is.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

describe('renderResources(), of any school', { timeout: 60_000 }, () => {
  it('writes files in which checkResources() finds nothing wrong', () => {
    ofAnySchool((school) => {
      expect(checkResources(renderResources(school), school)).toEqual([])
    })
  })

  it('writes llms.txt so that the reference parser reads the facts back', () => {
    ofAnySchool((school, read) => {
      const file = parseLlmsTxt(read(PATHS.llmsTxt))
      const links = [...file!.sections.values()].flat()
      expect(file).toMatchObject({ title: school.name, summary: school.summary })
      for (const text of [school.description, school.admissions.description]) {
        expect(file!.info).toContain(text.replaceAll('\n\n', ' '))
      }
      for (const { name, prices } of school.programs) {
        const line = file!.info.split('\n').find((line) => line.includes(`: ${name}; `))
        for (const { amount, currency } of prices) expect(line).toContain(`${amount} ${currency} `)
      }
      for (const { path, title, description } of school.pages) {
        if (description === undefined) continue
        expect(links).toContainEqual({ title, url: absolute(school, path), description })
      }
    })
  })

  it.each([PATHS.llmsFullTxt, PATHS.forLlmMarkdown])(
    'writes %s so that the facts read back from its Markdown',
    (path) => {
      ofAnySchool((school, read) => {
        const nodes = [...walk<mdast.Nodes>(fromMarkdown(read(path)))]
        const blocks = nodes.filter(({ type }) => type === 'heading' || type === 'paragraph')
        expectFacts(
          school,
          blocks.map((node) => toTextOfMarkdown(node)),
        )
        const links = nodes.flatMap((node) => (node.type === 'link' ? [node.url] : []))
        expect(links).toEqual(expect.arrayContaining(addressesIn(school)))
        expect(nodes.filter(({ type }) => type === 'html')).toEqual([])
      })
    },
  )

  it('writes /for-llm/ so that the facts read back from its HTML', () => {
    ofAnySchool((school, read) => {
      const elements = elementsOf(read(PATHS.forLlm))
      const blocks = elements.filter(({ tagName }) => /^(?:h[1-6]|p|li)$/.test(tagName))
      expectFacts(
        school,
        blocks.map((element) => toTextOfHtml(withoutLists(element)).trim()),
      )
      const links = elements.map(({ properties }) => properties['href'])
      expect(links).toEqual(expect.arrayContaining(addressesIn(school)))
    })
  })

  it('writes JSON-LD from which the facts read back', () => {
    ofAnySchool((school, read) => {
      const script = elementsOf(read(PATHS.forLlm)).find(
        ({ properties }) => properties['type'] === 'application/ld+json',
      )
      const { '@graph': graph } = JSON.parse(toTextOfHtml(script!))
      const ofType = (type: string) => graph.filter((entity: any) => entity['@type'] === type)
      const { email, phone } = school.contacts
      expect(ofType('EducationalOrganization')).toEqual([
        expect.objectContaining({
          name: school.name,
          description: school.description,
          email,
          ...(phone && { telephone: phone }),
        }),
      ])
      expect(
        ofType('Course').map(({ name, description, offers }: any) => ({
          name,
          description,
          prices: offers.map(({ price, priceCurrency }: any) => [price, priceCurrency]),
        })),
      ).toEqual(
        school.programs.map(({ name, description, prices }) => ({
          name,
          description,
          prices: prices.map(({ amount, currency }) => [amount, currency]),
        })),
      )
      const questions = ofType('FAQPage').flatMap(({ mainEntity }: any) => mainEntity)
      expect(questions.map(({ name, acceptedAnswer }: any) => [name, acceptedAnswer.text])).toEqual(
        school.faq.map(({ question, answer }) => [question, answer]),
      )
    })
  })

  it('writes a sitemap of every page once', () => {
    ofAnySchool((school, read) => {
      const addresses = Array.from(read(PATHS.sitemap).matchAll(/<loc>(.*?)<\/loc>/g), ([, loc]) =>
        unescape(loc!),
      )
      const pages = school.pages.flatMap(({ path, variants }) => [
        path,
        ...Object.values(variants ?? {}),
      ])
      const expected = [...pages, PATHS.forLlm, PATHS.apiHtml].map((path) => absolute(school, path))
      expect(addresses.toSorted()).toEqual(expected.toSorted())
    })
  })

  it('writes a robots.txt that closes what the description closes, and nothing else', () => {
    ofAnySchool((school, read) => {
      const robots = robotsParser(absolute(school, PATHS.robotsTxt), read(PATHS.robotsTxt))
      const { disallow = [], welcome = [] } = school.crawlers ?? {}
      expect(robots.getSitemaps()).toEqual([absolute(school, PATHS.sitemap)])
      for (const bot of [...welcome, 'SomeBot']) {
        for (const path of disallow.filter((path) => !/[*$?%]/.test(path))) {
          expect(robots.isAllowed(absolute(school, path), bot)).toBe(false)
        }
        if (disallow.length > 0) continue
        for (const { path } of school.pages) {
          expect(robots.isAllowed(absolute(school, path), bot)).toBe(true)
        }
      }
    })
  })

  it('writes an OpenAPI document of the endpoint, wherever that is', () => {
    ofAnySchool((school, read) => {
      const { info, servers, paths } = JSON.parse(read(PATHS.openapi))
      expect(info.contact).toMatchObject({ name: school.name, email: school.contacts.email })
      expect(servers[0].url + Object.keys(paths)[0]!).toBe(endpointOf(school))
    })
  })
})

function ofAnySchool(check: (school: School, read: (path: string) => string) => void): void {
  fc.assert(
    fc.property(arbitrarySchool(), (description) => {
      const school = defineSchool(description)
      const files = new Map(renderResources(school).map(({ path, body }) => [path, body]))
      check(school, (path) => files.get(path)!)
    }),
    { numRuns: 30 },
  )
}

/** Headings and paragraphs word for word, and bare facts after their labels. */
function expectFacts(school: School, blocks: string[]): void {
  const { programs, teachers, admissions, faq, policies, contacts, schedule, citation } = school
  const texts = [
    school.name,
    school.summary,
    school.description,
    schedule.description,
    admissions.description,
    ...admissions.steps,
    ...programs.flatMap(({ name, description }) => [name, description]),
    ...teachers.flatMap(({ name, role, description = [] }) => [name, role, description].flat()),
    ...faq.flatMap(({ question, answer }) => [question, answer]),
    ...policies.flatMap(({ name, text }) => [name, text]),
    citation.guidance,
  ].flatMap((text) => text.split('\n\n'))
  expect(blocks).toEqual(expect.arrayContaining(texts))
  expect(blocks[0]).toBe(school.name)

  const facts = [
    ...programs.flatMap(({ topics, startDates, teachers }) => [topics, startDates, teachers]),
    [contacts.email, contacts.phone, contacts.hours, school.legalName, school.verified],
    [schedule.lessonMinutes, schedule.lessonsPerWeek, schedule.weeksPerTerm, schedule.groupSize],
    [schedule.timeZone, citation.name ?? school.name],
  ].flat()
  for (const fact of facts.filter((fact) => fact !== undefined)) {
    expect(blocks.some((block) => block === fact || block.endsWith(`: ${fact}`))).toBe(true)
  }
  for (const { amount, currency, per } of programs.flatMap(({ prices }) => prices)) {
    const price = new RegExp(`(?:^|: )${amount} ${currency} `)
    expect(blocks.some((block) => price.test(block) && block.endsWith(` ${per}`))).toBe(true)
  }
}

/** What the facts lead to. */
function addressesIn(school: School): string[] {
  const { programs, teachers, policies, admissions, contacts, pages, sameAs = [] } = school
  const described = pages.filter(({ description }) => description !== undefined)
  return [...programs, ...teachers, ...policies, ...described, admissions, contacts]
    .flatMap(({ path }) => (path === undefined ? [] : [absolute(school, path)]))
    .concat(sameAs)
}

function elementsOf(html: string): hast.Element[] {
  return [...walk<hast.Nodes>(fromHtml(html))].filter((node) => node.type === 'element')
}

function withoutLists(element: hast.Element): hast.Element {
  const children = element.children.filter(
    (child) => child.type !== 'element' || !['ol', 'ul', 'p'].includes(child.tagName),
  )
  return { ...element, children }
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
