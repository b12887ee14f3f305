import { formatAmount, formatGrades } from '../facts/format.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school-schema.ts'
import type { CheckedFile } from './checked-file.ts'
import { type CheckedSite, containsFact } from './checked-site.ts'
import { findUrls } from './find-urls.ts'
import type { FileFinding } from '../finding.ts'
import { type VisibleText, visibleText } from './visible-text.ts'

/**
 * Checks that the files of facts match the description: the name, grades and contacts of the school, the grades and
 * prices of each program, and no price, email address or phone number that the description does not contain.
 *
 * @yields The findings.
 */
export function* checkFacts(file: CheckedFile, site: CheckedSite): Generator<FileFinding> {
  if (!FILES.has(file.path)) return
  const { school } = site
  const texts = [...visibleText(file)]
  const title = file.kind === 'text' ? texts[0] : texts.find(({ depth }) => depth === 1)
  const name = file.kind === 'text' ? title?.text.replace(/^# /, '') : title?.text
  if (name !== school.name) {
    yield {
      line: title?.line,
      message: `The title is "${name}", but the school is named "${school.name}".`,
      fix: FIX,
    }
  }
  for (const [label, fact] of schoolFacts(school)) {
    if (texts.some(({ text }) => containsFact(text, fact))) continue
    yield { message: `The ${label} "${fact}" is missing.`, fix: FIX }
  }
  for (const program of school.programs ?? []) yield* checkProgram(program, file, texts, school)
  yield* findUnknownFacts(file, texts, site)
}

const FILES = new Set<string>([
  PATHS.llmsTxt,
  PATHS.llmsFullTxt,
  PATHS.forLlm,
  PATHS.forLlmMarkdown,
])

const FIX = 'Write it as in the description, or render the files again.'

function schoolFacts({ grades, contacts = {} }: School): [label: string, fact: string][] {
  const facts: [label: string, fact: string | undefined][] = [
    ['grade range', grades && formatGrades(grades)],
    ['email address', contacts.email],
    ['phone number', contacts.phone],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

function* checkProgram(
  program: Program,
  file: CheckedFile,
  texts: VisibleText[],
  school: School,
): Generator<FileFinding> {
  const sections =
    file.kind === 'text' ? programLines(program, texts) : programSections(program, texts)
  if (sections.length === 0) {
    yield { message: `The program "${program.name}" is missing.`, fix: FIX }
    return
  }
  const { prices = [], grades } = program
  const facts = [
    ...prices.map((price) => formatAmount(school, price)),
    ...(grades ? [formatGrades(grades)] : []),
  ]
  const missing = sections.map((section) =>
    facts.filter((fact) => !section.some(({ text }) => containsFact(text, fact))),
  )
  if (missing.some(({ length }) => length === 0)) return
  yield {
    line: sections[0]![0]!.line,
    message: `The program "${program.name}" lacks ${missing[0]!.map((fact) => `"${fact}"`).join(' and ')}.`,
    fix: FIX,
  }
}

/** In llms.txt, a program is a line. */
function programLines({ name }: Program, texts: VisibleText[]): VisibleText[][] {
  return texts.filter(({ text }) => text.includes(name)).map((text) => [text])
}

/** In other files, a program is a heading and the text below. Other sections may have the same heading. */
function programSections({ name }: Program, texts: VisibleText[]): VisibleText[][] {
  return [...texts.entries()]
    .filter(([, { text, depth }]) => depth !== undefined && text === name)
    .map(([start, { depth }]) => {
      const rest = texts.slice(start + 1)
      const end = rest.findIndex((text) => text.depth !== undefined && text.depth <= depth!)
      return [texts[start]!, ...rest.slice(0, end === -1 ? undefined : end)]
    })
}

/** @yields Prices, email addresses and phone numbers that the description does not contain. */
function* findUnknownFacts(
  file: CheckedFile,
  texts: VisibleText[],
  { school, hasFact }: CheckedSite,
): Generator<FileFinding> {
  const currencies = new Set(
    school.programs?.flatMap(({ prices = [] }) => prices.map(({ currency }) => currency)),
  )
  const price = `(?<!\\d[.,]?)\\d+(?:[.,]\\d+)*[ \\u00a0]?(?:${[...currencies].join('|')})\\b`
  const kinds: [label: string, pattern: RegExp][] = [
    ...(currencies.size > 0 ? [['price', new RegExp(price, 'g')] satisfies [string, RegExp]] : []),
    ['email address', /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi],
    ['phone number', /\+\d[\d ()-]{5,24}\d/g],
  ]
  for (const { text, line } of texts) {
    for (const [label, pattern] of kinds) {
      for (const [fact] of text.matchAll(pattern)) {
        if (!hasFact(fact)) yield unknownFact(label, fact, line)
      }
    }
  }
  // The target of a link may differ from its text.
  const { email, phone = '' } = school.contacts ?? {}
  const links = new Set([`mailto:${email}`, `tel:${phone.replaceAll(/[^+\d]/g, '')}`])
  for (const { href, line } of findUrls(file)) {
    if (/^(?:mailto|tel):/.test(href) && !links.has(href)) yield unknownFact('link', href, line)
  }
}

function unknownFact(label: string, fact: string, line: number | undefined): FileFinding {
  return {
    line,
    message: `The ${label} "${fact}" is not in the description.`,
    fix: 'Add it there and render the files again, or delete it here.',
  }
}
