import {
  citationFacts,
  contactFacts,
  credentialsFact,
  type Fact,
  type FactValue,
  feeFacts,
  levelFacts,
  programFacts,
  programsTitle,
  scheduleFacts,
  whenToUseText,
} from '../facts/facts.ts'
import { type PageLink, pageLinks, referenceFiles } from '../facts/reference-files.ts'
import { labelsOf } from '../school/labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Program, School } from '../school/school-schema.ts'
import { absoluteUrl, encodeParentheses } from '../url.ts'

/**
 * Renders `/llms.txt`: the key facts, and links to everything else.
 *
 * The reference parser supports less than Markdown: a one-line summary, one-line links and no escapes. Texts are
 * therefore written unescaped, each on a line that starts with a label, so that none of them is parsed as
 * structure.
 *
 * @see https://llmstxt.org
 */
export function llmsTxt(school: School): Resource {
  const blocks = [
    `# ${school.name}`,
    ...(school.summary === undefined ? [] : [`> ${school.summary}`]),
    ...keyFacts(school).map(escapeStart),
    ...sections(school).flatMap(([title, links]) => [
      `## ${title}`,
      links.map(formatLink).join('\n'),
    ]),
  ]
  return {
    path: PATHS.llmsTxt,
    contentType: 'text/plain; charset=utf-8',
    body: `${blocks.join('\n\n')}\n`,
  }
}

function keyFacts(school: School): string[] {
  const labels = labelsOf(school)
  const teachers = (school.teachers ?? []).map(({ name, role }) => ({
    text: role === undefined ? name : `${name}, ${role}`,
  }))
  const { description = [], steps = [] } = school.admissions ?? {}
  const admissions = [description, steps.map((step, index) => `${index + 1}. ${step}`)].flat()
  return [
    labeledLine(labels.about, school.description),
    labeledLine(labels.whenToUse, whenToUseText(school)),
    formatFacts([...levelFacts(school, school), credentialsFact(school)]),
    formatFacts(feeFacts(school)),
    ...(school.programs ?? []).map((program) => formatProgram(school, program)),
    labeledLine(labels.schedule, school.schedule?.description),
    formatFacts(scheduleFacts(school, school.schedule)),
    formatFacts([{ label: labels.teachers, values: teachers }]),
    labeledLine(labels.admissions, admissions.join(' ') || undefined),
    ...(school.policies ?? []).map(({ name, text }) => labeledLine(name, text)),
    labeledLine(labels.contacts, formatFacts(contactFacts(school))),
    labeledLine(labels.citation, school.citation?.guidance),
    formatFacts(citationFacts(school)),
  ].filter((line) => line !== '')
}

function labeledLine(label: string, text: string | undefined): string {
  return text === undefined ? '' : `${label}: ${toSingleLine(text)}`
}

/** Omits the description if the program has a page, because the link to the page includes it. */
function formatProgram(school: School, program: Program): string {
  const name: Fact = { label: labelsOf(school).program, values: [{ text: program.name }] }
  const facts = formatFacts([name, ...programFacts(school, program)])
  const { path, description } = program
  return path || description === undefined ? facts : `${facts}. ${toSingleLine(description)}`
}

function formatFacts(facts: Fact[]): string {
  return facts
    .filter(({ values }) => values.length > 0)
    .map(({ label, values }) => `${label}: ${values.map(formatValue).join(' | ')}`)
    .join('; ')
}

/** Puts URLs in angle brackets. Markdown parsers would treat the ";" after a bare URL as part of it. */
function formatValue({ text, url }: FactValue): string {
  return url === text || url === `mailto:${text}` ? `<${text}>` : text
}

type Section = [title: string, links: PageLink[]]

function sections(school: School): Section[] {
  const labels = labelsOf(school)
  const programs = (school.programs ?? []).flatMap(({ name, path, description }) => {
    if (path === undefined) return []
    const summary = description && toSingleLine(description)
    return [{ title: name, url: absoluteUrl(school, path), description: summary }]
  })
  const all: Section[] = [
    [labels.pages, pageLinks(school, MAX_LIST_LENGTH)],
    [programsTitle(school), programs],
    [labels.machineReadable, referenceFiles(school).filter(({ path }) => path !== PATHS.llmsTxt)],
  ]
  return withUniqueTitles(all.filter(([, links]) => links.length > 0))
}

/** The command line lists the Markdown versions too, and agents read up to 50,000 characters. */
const MAX_LIST_LENGTH = 15_000

/** Formats a line of a list of links. The reference parser ends a URL at a parenthesis. */
export function formatLink({ title, url, description }: PageLink): string {
  return `- [${title}](${encodeParentheses(url)})${description === undefined ? '' : `: ${description}`}`
}

/** The school's own labels may repeat, and the parser drops a section if a later one has the same heading. */
function withUniqueTitles(sections: Section[]): Section[] {
  const seen = new Set<string>()
  return sections.map(([title, links]) => {
    let name = title
    for (let count = 2; seen.has(name); count += 1) name = `${title} ${count}`
    seen.add(name)
    return [name, links]
  })
}

/** Escapes a label of the school's own that starts like a heading, quotation or list. */
function escapeStart(line: string): string {
  return line.replace(/^(?:\d+(?=[.)])|(?=[#>*+\-_~`=<[|]))/, '$&\\')
}

function toSingleLine(text: string): string {
  return text.replaceAll('\n\n', ' ')
}
