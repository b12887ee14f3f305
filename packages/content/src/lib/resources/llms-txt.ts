import { absoluteUrl } from '../url.ts'
import { citationFacts } from '../facts/citation-facts.ts'
import { contactFacts } from '../facts/contact-facts.ts'
import type { Fact, Value } from '../facts/fact.ts'
import { programFacts } from '../facts/program-facts.ts'
import { referenceFiles } from '../facts/reference-files.ts'
import { scheduleFacts } from '../facts/schedule-facts.ts'
import { formatGrades } from '../facts/format.ts'
import { labelsOf } from '../labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { Program, School } from '../school-schema.ts'

/**
 * `/llms.txt`: the key facts, and where the others are (llmstxt.org).
 *
 * The reference parser reads less than Markdown: one line of summary, links of one line, no escapes. So texts
 * stand as they are, each on a line that begins with words of ours, where nothing in them can be structure.
 */
export function llmsTxt(school: School): Resource {
  const blocks = [
    `# ${school.name}`,
    `> ${school.summary}`,
    ...keyFacts(school).map(escapeStart),
    ...sections(school).flatMap(({ title, links }) => [`## ${title}`, links.join('\n')]),
  ]
  return {
    path: PATHS.llmsTxt,
    contentType: 'text/plain; charset=utf-8',
    body: `${blocks.join('\n\n')}\n`,
  }
}

/** A paragraph each. */
function keyFacts(school: School): string[] {
  const labels = labelsOf(school)
  return [
    `${labels.about}: ${toLine(school.description)}`,
    `${labels.whenToUse}: ${labels.whenToUseText}`,
    `${labels.grades}: ${formatGrades(school.grades)}`,
    ...school.programs.map((program) => writeProgram(school, program)),
    `${labels.schedule}: ${toLine(school.schedule.description)}`,
    writeFacts(scheduleFacts(school)),
    `${labels.admissions}: ${toLine(school.admissions.description)}`,
    `${labels.contacts}: ${writeFacts(contactFacts(school))}`,
    `${labels.citation}: ${toLine(school.citation.guidance)}`,
    writeFacts(citationFacts(school)),
  ]
}

/** Its description stands beside the link to its page, if it has one. */
function writeProgram(school: School, program: Program): string {
  const name: Fact = { label: labelsOf(school).program, values: [{ text: program.name }] }
  const facts = writeFacts([name, ...programFacts(school, program)])
  return program.path ? facts : `${facts}. ${toLine(program.description)}`
}

/** On one line: `Phone: …; Topics: … | …`. */
function writeFacts(facts: Fact[]): string {
  return facts
    .filter(({ values }) => values.length > 0)
    .map(({ label, values }) => `${label}: ${values.map(writeValue).join(' | ')}`)
    .join('; ')
}

/** In angle brackets an address ends where it ends: after a bare one, readers take the ";" for a part of it. */
function writeValue({ text, url }: Value): string {
  return url && !url.startsWith('tel:') ? `<${text}>` : text
}

interface Section {
  title: string
  links: string[]
}

function sections(school: School): Section[] {
  const labels = labelsOf(school)
  const all: Section[] = [
    { title: labels.pages, links: pageLinks(school) },
    { title: labels.programs, links: programLinks(school) },
    { title: labels.machineReadable, links: fileLinks(school) },
  ]
  return distinct(all.filter(({ links }) => links.length > 0))
}

function pageLinks(school: School): string[] {
  return school.pages
    .filter(({ description }) => description !== undefined)
    .map(({ title, path, description }) => link(title!, absoluteUrl(school, path), description!))
}

function programLinks(school: School): string[] {
  return school.programs
    .filter(({ path }) => path !== undefined)
    .map(({ name, path, description }) =>
      link(name, absoluteUrl(school, path!), toLine(description)),
    )
}

function fileLinks(school: School): string[] {
  return referenceFiles(school)
    .filter(({ path }) => path !== PATHS.llmsTxt)
    .map(({ title, url, description }) => link(title, url, description))
}

function link(title: string, url: string, description: string): string {
  return `- [${title}](${url}): ${description}`
}

/** A school's own labels may be equal, and of two sections with one heading the parser loses the first. */
function distinct(sections: Section[]): Section[] {
  const seen = new Set<string>()
  return sections.map(({ title, links }) => {
    let name = title
    for (let count = 2; seen.has(name); count += 1) name = `${title} ${count}`
    seen.add(name)
    return { title: name, links }
  })
}

/** A school's own label may begin like a heading, a quotation or a list. */
function escapeStart(line: string): string {
  return line.replace(/^(?:\d+(?=[.)])|(?=[#>*+\-_~`=<[|]))/, '$&\\')
}

function toLine(text: string): string {
  return text.replaceAll('\n\n', ' ')
}
