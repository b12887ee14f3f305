import type { Root, RootContent } from 'mdast'

import { absoluteUrl } from '../url.ts'
import { labelsOf } from '../labels.ts'
import type { School } from '../school-schema.ts'
import { citationFacts } from './citation-facts.ts'
import { contactFacts } from './contact-facts.ts'
import { factList } from './fact-list.ts'
import {
  heading,
  item,
  link,
  list,
  ltrLink,
  paragraph,
  paragraphs,
  section,
  text,
} from './nodes.ts'
import { pageFact } from './page-fact.ts'
import { programFacts } from './program-facts.ts'
import { referenceFiles } from './reference-files.ts'
import { scheduleFacts } from './schedule-facts.ts'
import { formatGrades } from './format.ts'

/**
 * Everything that is known of the school, each fact once: one H1, a section for each subject, and in it one for
 * each programme, teacher, question and policy.
 *
 * A section that would be empty is left out.
 */
export function describeSchool(school: School): Root {
  const labels = labelsOf(school)
  const sections: [id: string, title: string, children: RootContent[]][] = [
    ['about', labels.about, about(school)],
    ['when-to-use', labels.whenToUse, paragraphs(labels.whenToUseText)],
    ['programs', labels.programs, programs(school)],
    ['schedule', labels.schedule, schedule(school)],
    ['teachers', labels.teachers, teachers(school)],
    ['admissions', labels.admissions, admissions(school)],
    ['faq', labels.faq, faq(school)],
    ['policies', labels.policies, policies(school)],
    ['contacts', labels.contacts, factList(contactFacts(school))],
    ['pages', labels.pages, pages(school)],
    ['files', labels.machineReadable, files(school)],
    ['citation', labels.citation, citation(school)],
  ]
  return {
    type: 'root',
    children: [
      heading(1, school.name, 'school'),
      ...paragraphs(school.summary),
      ...sections.flatMap(([id, title, children]) => section(2, title, id, children)),
    ],
  }
}

function about(school: School): RootContent[] {
  const grades = { label: labelsOf(school).grades, values: [{ text: formatGrades(school.grades) }] }
  return [...paragraphs(school.description), ...factList([grades])]
}

function programs(school: School): RootContent[] {
  return school.programs.flatMap((program, index) =>
    section(3, program.name, `program-${index + 1}`, [
      ...paragraphs(program.description),
      ...factList([...programFacts(school, program), pageFact(school, program.path)]),
    ]),
  )
}

function schedule(school: School): RootContent[] {
  return [...paragraphs(school.schedule.description), ...factList(scheduleFacts(school))]
}

function teachers(school: School): RootContent[] {
  return school.teachers.flatMap(({ name, role, description, path }, index) =>
    section(3, name, `teacher-${index + 1}`, [
      ...paragraphs(role),
      ...(description ? paragraphs(description) : []),
      ...factList([pageFact(school, path)]),
    ]),
  )
}

function admissions(school: School): RootContent[] {
  const { description, steps, path } = school.admissions
  return [
    ...paragraphs(description),
    ...list(
      steps.map((step) => item(paragraph(text(step)))),
      true,
    ),
    ...factList([pageFact(school, path)]),
  ]
}

function faq(school: School): RootContent[] {
  return school.faq.flatMap(({ question, answer }, index) =>
    section(3, question, `question-${index + 1}`, paragraphs(answer)),
  )
}

function policies(school: School): RootContent[] {
  return school.policies.flatMap(({ name, text, path }, index) =>
    section(3, name, `policy-${index + 1}`, [
      ...paragraphs(text),
      ...factList([pageFact(school, path)]),
    ]),
  )
}

function pages(school: School): RootContent[] {
  const described = school.pages.filter(({ description }) => description !== undefined)
  return list(
    described.map(({ path, title, description }) =>
      item(paragraph(link(title!, absoluteUrl(school, path)), text(`: ${description}`))),
    ),
  )
}

function files(school: School): RootContent[] {
  return list(
    referenceFiles(school).map(({ title, url, description }) =>
      item(paragraph(ltrLink(title, url), text(`: ${description}`))),
    ),
  )
}

function citation(school: School): RootContent[] {
  return [...paragraphs(school.citation.guidance), ...factList(citationFacts(school))]
}
