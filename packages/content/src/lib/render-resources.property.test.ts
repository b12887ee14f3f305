import * as fc from 'fast-check'
import type * as hast from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString as toTextOfHtml } from 'hast-util-to-string'
import type * as mdast from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as toTextOfMarkdown } from 'mdast-util-to-string'
import { describe, expect, it } from 'vitest'

import { absoluteUrl, encodeParentheses, endpointUrl } from './url.ts'
import { arbitrarySchool } from './arbitrary-school.fixture.ts'
import { checkResources } from './check/check-resources.ts'
import { parseLlmsTxt } from './resources/parse-llms-txt.fixture.ts'
import { walk } from './walk.fixture.ts'
import { contentId } from './school/content-id.ts'
import { defineSchool } from './school/define-school.ts'
import {
  formatAmount,
  formatDay,
  formatDuration,
  formatLanguages,
  formatPostalAddress,
  formatPrice,
  formatRange,
  formatTrial,
} from './school/format.ts'
import { telegramUrl, whatsAppUrl, whenToUseText } from './facts/facts.ts'
import { renderHead } from './html/render-head.ts'
import { labelsOf } from './school/labels.ts'
import { PATHS } from './resource.ts'
import { omitPages, renderResources } from './render-resources.ts'
import type { Program, School, SchoolDescription } from './school/school-schema.ts'

describe('renderResources() for arbitrary schools', () => {
  it('renders files that pass checkResources()', () => {
    forAnySchool((school) => {
      expect(checkResources(renderResources(school), school)).toEqual([])
    })
  })

  it('renders an llms.txt from which the reference parser extracts the facts', () => {
    forAnySchool((school, read) => {
      const file = parseLlmsTxt(read(PATHS.llmsTxt))
      const links = [...file!.sections.values()].flat()
      expect(file).toMatchObject({ title: school.name, summary: school.summary })
      const policies = (school.policies ?? []).map(({ text }) => text)
      for (const text of [school.description, school.admissions?.description, ...policies]) {
        expect(file!.info).toContain((text ?? '').replaceAll('\n\n', ' '))
      }
      const lines = file!.info.split('\n')
      for (const { name, prices = [] } of school.programs ?? []) {
        const line = lines.find((line) => line.includes(`: ${name}; `))
        for (const price of prices) expect(line).toContain(formatAmount(school, price))
      }
      for (const { path, title, description } of omitPages(school).pages) {
        if (title === undefined) continue
        const url = encodeParentheses(absoluteUrl(school, path))
        expect(links).toContainEqual({ title, url, description })
      }
    })
  })

  it.each([PATHS.llmsFullTxt, PATHS.forLlmMarkdown])(
    'renders a %s whose Markdown contains the facts',
    (path) => {
      forAnySchool((school, read) => {
        const nodes = walk<mdast.Nodes>(fromMarkdown(read(path)))
        const blocks = nodes.filter(({ type }) => type === 'heading' || type === 'paragraph')
        expectFacts(
          school,
          blocks.map((node) => toTextOfMarkdown(node)),
        )
        const links = nodes.flatMap((node) => (node.type === 'link' ? [node.url] : []))
        expect(links).toEqual(expect.arrayContaining(linkedUrls(school)))
        expect(nodes.filter(({ type }) => type === 'html')).toEqual([])
      })
    },
  )

  it('renders a /for-llm/ whose HTML contains the facts', () => {
    forAnySchool((school, read) => {
      const elements = elementsOf(read(PATHS.forLlm))
      const blocks = elements.filter(({ tagName }) => /^(?:h[1-6]|p|li)$/.test(tagName))
      expectFacts(
        school,
        blocks.map((element) => toTextOfHtml(withoutLists(element)).trim()),
      )
      const links = elements.map(({ properties }) => properties['href'])
      expect(links).toEqual(expect.arrayContaining(linkedUrls(school)))
    })
  })

  it('renders JSON-LD that contains the facts', () => {
    forAnySchool((school, read) => {
      const script = elementsOf(read(PATHS.forLlm)).find(
        ({ properties }) => properties['type'] === 'application/ld+json',
      )
      const { '@graph': graph } = JSON.parse(toTextOfHtml(script!))
      const ofType = (type: string) => graph.filter((entity: any) => entity['@type'] === type)
      const { email, phone } = school.contacts ?? {}
      expect(ofType('EducationalOrganization')).toEqual([
        expect.objectContaining({
          name: school.name,
          ...(school.description && { description: school.description }),
          ...(email && { email }),
          ...(phone && { telephone: phone }),
        }),
      ])
      expect(
        ofType('Course').map(({ name, description, offers = [] }: any) => ({
          name,
          description,
          prices: offers.map(({ price, lowPrice, priceCurrency }: any) => [
            price ?? lowPrice,
            priceCurrency,
          ]),
        })),
      ).toEqual(
        (school.programs ?? []).map(({ name, description, prices = [] }) => ({
          name,
          description,
          prices: prices.map(({ amount, currency }) => [amount, currency]),
        })),
      )
      const questions = ofType('FAQPage').flatMap(({ mainEntity }: any) => mainEntity)
      expect(questions.map(({ name, acceptedAnswer }: any) => [name, acceptedAnswer.text])).toEqual(
        (school.faq ?? []).map(({ question, answer }) => [question, answer]),
      )
    })
  })

  it.each([PATHS.llmsFullTxt, PATHS.forLlmMarkdown])(
    'renders a %s with nothing but the facts and the labels',
    (path) => {
      forAnySchool((school, read) => {
        const values = valuesOf(school)
        const labels = new Set([
          ...Object.values(labelsOf(school)),
          'ID',
          'Telegram',
          'WhatsApp',
          'Viber',
        ])
        const known = (text: string): boolean => values.has(text) || labels.has(text)
        const nodes = walk<mdast.Nodes>(fromMarkdown(read(path)))
        const blocks = nodes
          .filter(({ type }) => type === 'heading' || type === 'paragraph')
          .map((node) => toTextOfMarkdown(node))
        const unknown = blocks.filter((block) => {
          const colons = [...block.matchAll(/:(?: |$)/g)].map(({ index }) => index)
          return !(
            known(block) ||
            colons.some(
              (colon) =>
                known(block.slice(0, colon)) &&
                (colon === block.length - 1 || known(block.slice(colon + 2))),
            )
          )
        })
        expect(unknown).toEqual([])
      })
    },
  )

  it('renders JSON-LD with nothing but the facts', () => {
    forAnySchool((school, read) => {
      const script = elementsOf(read(PATHS.forLlm)).find(
        ({ properties }) => properties['type'] === 'application/ld+json',
      )
      const values = valuesOf(school)
      const { grades, installments, trial, discounts } = labelsOf(school)
      const unknown = leavesOf(JSON.parse(toTextOfHtml(script!))).filter(
        ([name, value]) =>
          !name.startsWith('@') &&
          !values.has(value) &&
          !values.has(value.replace(`${grades}: `, '').replace(`${installments}: `, '')) &&
          !(name === 'typicalAgeRange' && values.has(value.replace(/-$/, '+'))) &&
          !(name === 'name' && [trial, discounts].includes(value)) &&
          !['position', 'contactType'].includes(name) &&
          !/^(?:Free|Paid|Weekly|PT[\dHM]+)$/.test(value),
      )
      expect(unknown).toEqual([])
    })
  })

  it('renders no missing value and no section without content', () => {
    forAnySchool((school, read, files) => {
      for (const body of [...files.values(), renderHead(school, '/')]) {
        expect(body).not.toMatch(/\bundefined\b|\bNaN\b|\[object /)
      }
      const { children } = fromMarkdown(read(PATHS.llmsFullTxt))
      const isSection = (node?: mdast.Nodes) => node?.type === 'heading' && node.depth === 2
      const empty = children.filter((node, index) => {
        const next = children[index + 1]
        return isSection(node) && (next === undefined || isSection(next))
      })
      expect(empty).toEqual([])
    })
  })

  it('renders files that pass checkResources() while no label is translated', () => {
    forAnySchool((school) => {
      const unlabeled = defineSchool({ ...school, language: 'th', labels: {} })
      expect(checkResources(renderResources(unlabeled), unlabeled)).toEqual([
        expect.objectContaining({ level: 'warning', code: 'content-labels' }),
      ])
    })
  })

  it('renders an OpenAPI document with the URL of the endpoint', () => {
    forAnySchool((school, read) => {
      const { info, servers, paths } = JSON.parse(read(PATHS.openapi))
      expect(info.contact).toMatchObject({ name: school.name, ...emailOf(school) })
      expect(servers[0].url + Object.keys(paths)[0]!).toBe(endpointUrl(school))
    })
  })
})

function forAnySchool(
  check: (school: School, read: (path: string) => string, files: Map<string, string>) => void,
): void {
  fc.assert(
    fc.property(arbitrarySchool(), (description) => {
      const { school, files } = render(description)
      check(school, (path) => files.get(path)!, files)
    }),
    { numRuns: 30, seed: 1 },
  )
}

/** All properties draw the same schools, which are rendered once. */
const rendered = new Map<string, { school: School; files: Map<string, string> }>()

function render(description: SchoolDescription) {
  const key = JSON.stringify(description)
  const known = rendered.get(key)
  if (known) return known
  const school = defineSchool(description)
  const files = new Map(renderResources(school).map(({ path, body }) => [path, body]))
  rendered.set(key, { school, files })
  return { school, files }
}

function emailOf({ contacts: { email } = {} }: School): { email?: string } {
  return email === undefined ? {} : { email }
}

/** Expects texts as whole blocks, and facts after their labels. */
function expectFacts(school: School, blocks: string[]): void {
  const { programs = [], teachers = [], faq = [], policies = [] } = school
  const { admissions = {}, contacts = {}, schedule = {}, citation = {} } = school
  const texts = [
    school.name,
    school.summary,
    school.description,
    schedule.description,
    admissions.description,
    ...(admissions.steps ?? []),
    ...programs.flatMap(({ name, description }) => [name, description]),
    ...teachers.flatMap(({ name, role, description }) => [name, role, description]),
    ...faq.flatMap(({ question, answer }) => [question, answer]),
    ...policies.flatMap(({ name, text }) => [name, text]),
    citation.guidance,
  ].flatMap((text) => text?.split('\n\n') ?? [])
  expect(blocks).toEqual(expect.arrayContaining(texts))
  expect(blocks[0]).toBe(school.name)

  const days = [...programs.flatMap(daysOf), school.verified]
  const facts = [
    ...programs.flatMap(({ topics, teachers, exams }) => [topics, teachers, exams]),
    programs.map(({ certificate }) => certificate),
    [school.credentials, school.discounts].flat(),
    [contacts.telegram, contacts.whatsapp, contacts.viber],
    days.map((day) => day && formatDay(school, day)),
    [contacts.email, contacts.phone, contacts.hours, school.legalName],
    ...[schedule, ...programs.map((program) => program.schedule)].map((each) => [
      each?.lessonsPerWeek,
      each?.groupSize,
      each?.mode && labelsOf(school)[each.mode === 'blended' ? 'online' : each.mode],
    ]),
    [schedule.timeZone, citation.name ?? school.name],
  ].flat()
  for (const fact of facts.filter((fact) => fact !== undefined)) {
    expect(blocks.some((block) => block === `${fact}` || block.endsWith(`: ${fact}`))).toBe(true)
  }
  for (const price of pricesOf(school)) {
    const amount = new RegExp(`(?:^| )${formatAmount(school, price)}(?: |$)`)
    const { per = '', installments } = price
    const end = installments ? `: ${installments})` : per
    expect(
      blocks.some((block) => amount.test(block) && block.includes(per) && block.endsWith(end)),
    ).toBe(true)
  }
}

function pricesOf({ programs = [], fees = [] }: School) {
  return [...programs.flatMap(({ prices = [] }) => prices), ...fees]
}

function daysOf({ startDates = [], endDates = [], deadlines = [] }: Program): string[] {
  return [...startDates, ...endDates, ...deadlines]
}

function linkedUrls(school: School): string[] {
  const { programs = [], teachers = [], policies = [], sameAs = [] } = school
  const { admissions = {}, contacts = {} } = school
  const described = omitPages(school).pages.filter(({ title }) => title !== undefined)
  return [...programs, ...teachers, ...policies, ...described, admissions, contacts]
    .flatMap(({ path }) => (path === undefined ? [] : [absoluteUrl(school, path)]))
    .concat(sameAs)
}

/** Returns every value of a school, as the files write it: texts, numbers, URLs, and values composed of them. */
function valuesOf(school: School): Set<string> {
  const { programs = [], verified, trial, contacts: { telegram, whatsapp } = {} } = school
  const days = [...programs.flatMap(daysOf), verified]
  const own = [school, ...programs]
  const leaves = leavesOf(school).map(([, value]) => value)
  return new Set(
    [
      ...leaves.flatMap((value) => [value, ...value.split('\n\n')]),
      ...programs.map((program) => contentId(school, program)),
      ...leaves.filter((value) => value.startsWith('/')).map((path) => absoluteUrl(school, path)),
      ...Object.values(PATHS).flatMap((path) => [path.slice(1), absoluteUrl(school, path)]),
      ...[school.url, school.mainSite].map((url) => `${url}/`),
      ...leaves.map((value) => value.replaceAll('\n\n', ' ')),
      ...pricesOf(school).map((price) => formatPrice(school, price)),
      ...own.flatMap(({ grades, ages }) => [grades, ages]).map((each) => each && formatRange(each)),
      ...own.map(({ locales = [] }) => formatLanguages(school, locales)),
      ...own.flatMap(({ schedule: { lessonMinutes, weeksPerTerm } = {} }) => [
        lessonMinutes && formatDuration(school, lessonMinutes, 'minute'),
        weeksPerTerm && formatDuration(school, weeksPerTerm, 'week'),
      ]),
      trial && formatTrial(school, trial),
      telegram && telegramUrl(telegram),
      whatsapp && whatsAppUrl(whatsapp),
      whenToUseText(school),
      ...days.map((day) => day && formatDay(school, day)),
      formatPostalAddress(school.address),
    ]
      .filter((value) => value !== undefined && value !== '')
      .map(String),
  )
}

/** Returns the names and values of the fields that hold no other field. */
function leavesOf(value: unknown, name = ''): [name: string, value: string][] {
  if (typeof value !== 'object' || value === null) return [[name, `${value as string}`]]
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, isList ? name : key))
}

function elementsOf(html: string): hast.Element[] {
  return walk<hast.Nodes>(fromHtml(html)).filter((node) => node.type === 'element')
}

function withoutLists(element: hast.Element): hast.Element {
  const children = element.children.filter(
    (child) => child.type !== 'element' || !['ol', 'ul', 'p'].includes(child.tagName),
  )
  return { ...element, children }
}
