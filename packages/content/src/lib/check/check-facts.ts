import { formatGrades } from '../facts/format.ts'
import { PATHS } from '../resource.ts'
import type { Program, School } from '../school-schema.ts'
import { findStrangers } from './find-strangers.ts'
import type { Finding } from './problem.ts'
import { says } from './says.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'
import { type Text, textsOf } from './texts-of.ts'

/**
 * The files of facts say what the description says: name, grades, contacts, and of each programme its grades and
 * its prices. And no price, e-mail address or phone number stands there that the description does not know.
 *
 * @yields What keeps it from that.
 */
export function* checkFacts(file: SiteFile, site: Site): Generator<Finding> {
  if (!FILES.has(file.path)) return
  const { school } = site
  const texts = [...textsOf(file)]
  const title = file.kind === 'text' ? texts[0] : texts.find(({ depth }) => depth === 1)
  const name = file.kind === 'text' ? title?.text.replace(/^# /, '') : title?.text
  if (name !== school.name) {
    yield {
      line: title?.line,
      message: `The title is "${name}", and the school is called "${school.name}". ${AGAIN}`,
    }
  }
  for (const [what, fact] of factsOf(school)) {
    if (texts.some(({ text }) => says(text, fact))) continue
    yield { message: `It does not say the ${what}, "${fact}". ${AGAIN}` }
  }
  for (const program of school.programs) yield* checkProgram(program, file, texts)
  yield* findStrangers(file, site)
}

const FILES = new Set<string>([
  PATHS.llmsTxt,
  PATHS.llmsFullTxt,
  PATHS.forLlm,
  PATHS.forLlmMarkdown,
])

const AGAIN = 'Write it as in the description, or render the files again.'

function factsOf({ grades, contacts: { email, phone } }: School): [what: string, fact: string][] {
  return [
    ['grades', formatGrades(grades)],
    ['e-mail address', email],
    ...(phone === undefined ? [] : [['phone number', phone] satisfies [string, string]]),
  ]
}

function* checkProgram(program: Program, file: SiteFile, texts: Text[]): Generator<Finding> {
  const parts = file.kind === 'text' ? linesOf(program, texts) : sectionsOf(program, texts)
  if (parts.length === 0) {
    yield { message: `It does not name the programme "${program.name}". ${AGAIN}` }
    return
  }
  const facts = [
    ...program.prices.map(({ amount, currency }) => `${amount} ${currency}`),
    formatGrades(program.grades),
  ]
  const lacks = parts.map((part) =>
    facts.filter((fact) => !part.some(({ text }) => says(text, fact))),
  )
  if (lacks.some((lack) => lack.length === 0)) return
  const [first] = parts[0]!
  const lacking = lacks[0]!.map((fact) => `"${fact}"`).join(' and ')
  yield {
    line: first!.line,
    message: `It does not say ${lacking} of the programme "${program.name}". ${AGAIN}`,
  }
}

/** In llms.txt, a programme is a line. */
function linesOf({ name }: Program, texts: Text[]): Text[][] {
  return texts.filter(({ text }) => text.includes(name)).map((text) => [text])
}

/** Elsewhere it is a heading and what follows. Something else may be called the same. */
function sectionsOf({ name }: Program, texts: Text[]): Text[][] {
  return [...texts.entries()]
    .filter(([, { text, depth }]) => depth !== undefined && text === name)
    .map(([start, { depth }]) => {
      const rest = texts.slice(start + 1)
      const end = rest.findIndex((text) => text.depth !== undefined && text.depth <= depth!)
      return [texts[start]!, ...rest.slice(0, end === -1 ? undefined : end)]
    })
}
