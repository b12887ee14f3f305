import type { List, PhrasingContent, Root, RootContent } from 'mdast'

import { labelsOf } from '../labels.ts'
import type { School } from '../school-schema.ts'
import { absoluteUrl } from '../url.ts'
import {
  citationFacts,
  contactFacts,
  type Fact,
  type FactValue,
  gradesFact,
  pageFact,
  programFacts,
  scheduleFacts,
} from './facts.ts'
import { linkUrls } from './link-urls.ts'
import {
  headingNode,
  linkNode,
  listItemNode,
  listNodes,
  ltrLinkNode,
  paragraphNode,
  paragraphNodes,
  textNode,
} from './markdown.ts'
import { referenceFiles, shortenLinks } from './reference-files.ts'

/**
 * Builds a Markdown tree with every fact about the school: an H1, an H2 section for each subject, and an H3
 * section for each program, teacher, question and policy.
 *
 * @returns The tree, without the sections that would be empty. URLs in texts are links.
 */
export function describeSchool(school: School): Root {
  const labels = labelsOf(school)
  const sections: [id: string, title: string, children: RootContent[]][] = [
    ['about', labels.about, aboutSection(school)],
    ['when-to-use', labels.whenToUse, paragraphNodes(labels.whenToUseText)],
    ['programs', labels.programs, programsSection(school)],
    ['schedule', labels.schedule, scheduleSection(school)],
    ['teachers', labels.teachers, teachersSection(school)],
    ['admissions', labels.admissions, admissionsSection(school)],
    ['faq', labels.faq, faqSection(school)],
    ['policies', labels.policies, policiesSection(school)],
    ['contacts', labels.contacts, factList(contactFacts(school))],
    ['pages', labels.pages, pagesSection(school)],
    ['files', labels.machineReadable, filesSection(school)],
    ['citation', labels.citation, citationSection(school)],
  ]
  return linkUrls({
    type: 'root',
    children: [
      headingNode(1, school.name, 'school'),
      ...textNodes(school.summary),
      ...sections.flatMap(([id, title, children]) =>
        children.length === 0 ? [] : [headingNode(2, title, id), ...children],
      ),
    ],
  })
}

function aboutSection(school: School): RootContent[] {
  return [...textNodes(school.description), ...factList([gradesFact(school, school.grades)])]
}

function programsSection(school: School): RootContent[] {
  return (school.programs ?? []).flatMap((program, index) => [
    headingNode(3, program.name, `program-${index + 1}`),
    ...textNodes(program.description),
    ...factList([...programFacts(school, program), pageFact(school, program.path)]),
  ])
}

function scheduleSection(school: School): RootContent[] {
  return [...textNodes(school.schedule?.description), ...factList(scheduleFacts(school))]
}

function teachersSection(school: School): RootContent[] {
  return (school.teachers ?? []).flatMap(({ name, role, description, path }, index) => [
    headingNode(3, name, `teacher-${index + 1}`),
    ...textNodes(role),
    ...textNodes(description),
    ...factList([pageFact(school, path)]),
  ])
}

function admissionsSection(school: School): RootContent[] {
  const { description, steps = [], path } = school.admissions ?? {}
  return [
    ...textNodes(description),
    ...listNodes(
      steps.map((step) => listItemNode(paragraphNode(textNode(step)))),
      true,
    ),
    ...factList([pageFact(school, path)]),
  ]
}

function faqSection(school: School): RootContent[] {
  return (school.faq ?? []).flatMap(({ question, answer }, index) => [
    headingNode(3, question, `question-${index + 1}`),
    ...paragraphNodes(answer),
  ])
}

function policiesSection(school: School): RootContent[] {
  return (school.policies ?? []).flatMap(({ name, text, path }, index) => [
    headingNode(3, name, `policy-${index + 1}`),
    ...paragraphNodes(text),
    ...factList([pageFact(school, path)]),
  ])
}

function pagesSection(school: School): RootContent[] {
  const described = school.pages
    .filter(({ description }) => description !== undefined)
    .map(({ path, title, description }) => ({
      title: title!,
      url: absoluteUrl(school, path),
      description,
    }))
  return listNodes(
    shortenLinks(school, described, MAX_LIST_LENGTH).map(({ title, url, description }) =>
      listItemNode(paragraphNode(linkNode(title, url), textNode(`: ${description}`))),
    ),
  )
}

/** Agents read up to 100,000 characters of `/llms-full.txt`. */
const MAX_LIST_LENGTH = 40_000

function filesSection(school: School): RootContent[] {
  return listNodes(
    referenceFiles(school).map(({ title, url, description }) =>
      listItemNode(paragraphNode(ltrLinkNode(title, url), textNode(`: ${description}`))),
    ),
  )
}

function citationSection(school: School): RootContent[] {
  return [...textNodes(school.citation?.guidance), ...factList(citationFacts(school))]
}

/** Returns the paragraphs of a text, or `[]` if it is `undefined`. */
function textNodes(text: string | undefined): RootContent[] {
  return text === undefined ? [] : paragraphNodes(text)
}

/** Returns a list with an item for each fact that has a value. Multiple values become a nested list. */
function factList(facts: Fact[]): List[] {
  const known = facts.filter(({ values }) => values.length > 0)
  return listNodes(
    known.map(({ label, values: [first, ...others] }) =>
      others.length === 0
        ? listItemNode(paragraphNode(textNode(`${label}: `), valueNode(first!)))
        : listItemNode(
            paragraphNode(textNode(`${label}:`)),
            ...listNodes(
              [first!, ...others].map((value) => listItemNode(paragraphNode(valueNode(value)))),
            ),
          ),
    ),
  )
}

function valueNode(value: FactValue): PhrasingContent {
  return value.url === undefined ? textNode(value.text) : ltrLinkNode(value.text, value.url)
}
