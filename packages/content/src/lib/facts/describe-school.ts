import type { List, PhrasingContent, Root, RootContent } from 'mdast'

import { labelsOf } from '../school/labels.ts'
import type { School } from '../school/school-schema.ts'
import {
  citationFacts,
  contactFacts,
  credentialsFact,
  type Fact,
  type FactValue,
  feeFacts,
  levelFacts,
  pageFact,
  programFacts,
  programsTitle,
  scheduleFacts,
  whenToUseText,
} from './facts.ts'
import { programId, teacherId } from './json-ld.ts'
import { linkUrls } from './link-urls.ts'
import {
  headingNode,
  linkNode,
  listNodes,
  ltrLinkNode,
  paragraphNode,
  paragraphNodes,
  textNode,
} from './markdown.ts'
import { pageLinks, referenceFiles } from './reference-files.ts'

export function describeSchool(school: School): Root {
  const labels = labelsOf(school)
  const { description, schedule, teachers, admissions, faq, policies, citation } = school
  const sections: [id: string, title: string, children: RootContent[]][] = [
    [
      'about',
      labels.about,
      [
        ...paragraphNodes(description),
        ...factList([...levelFacts(school, school), credentialsFact(school)]),
      ],
    ],
    ['when-to-use', labels.whenToUse, paragraphNodes(whenToUseText(school))],
    [
      'programs',
      programsTitle(school),
      [
        ...factList(feeFacts(school)),
        ...entries(programId, school.programs, (program) => [
          ...paragraphNodes(program.description),
          ...factList([...programFacts(school, program), pageFact(school, program.path)]),
        ]),
      ],
    ],
    [
      'schedule',
      labels.schedule,
      [...paragraphNodes(schedule?.description), ...factList(scheduleFacts(school, schedule))],
    ],
    [
      'teachers',
      labels.teachers,
      entries(teacherId, teachers, ({ role, description, path }) => [
        ...paragraphNodes(role),
        ...paragraphNodes(description),
        ...factList([pageFact(school, path)]),
      ]),
    ],
    [
      'admissions',
      labels.admissions,
      [
        ...paragraphNodes(admissions?.description),
        ...listNodes(
          (admissions?.steps ?? []).map((step) => paragraphNodes(step)),
          true,
        ),
        ...factList([pageFact(school, admissions?.path)]),
      ],
    ],
    [
      'faq',
      labels.faq,
      entries(
        (_, index) => `question-${index + 1}`,
        faq?.map(({ question, answer }) => ({ name: question, answer })),
        ({ answer }) => paragraphNodes(answer),
      ),
    ],
    [
      'policies',
      labels.policies,
      entries(
        (_, index) => `policy-${index + 1}`,
        policies,
        ({ text, path }) => [...paragraphNodes(text), ...factList([pageFact(school, path)])],
      ),
    ],
    ['contacts', labels.contacts, factList(contactFacts(school))],
    ['pages', labels.pages, linkList(pageLinks(school, MAX_LIST_LENGTH), linkNode)],
    ['files', labels.machineReadable, linkList(referenceFiles(school), ltrLinkNode)],
    [
      'citation',
      labels.citation,
      [...paragraphNodes(citation?.guidance), ...factList(citationFacts(school))],
    ],
  ]
  return linkUrls({
    type: 'root',
    children: [
      headingNode(1, school.name, 'school'),
      ...paragraphNodes(school.summary),
      ...sections.flatMap(([id, title, children]) =>
        children.length === 0 ? [] : [headingNode(2, title, id), ...children],
      ),
    ],
  })
}

/** Agents read up to 100,000 characters of `/llms-full.txt`. */
const MAX_LIST_LENGTH = 40_000

function entries<Entry extends { name: string }>(
  toId: (entry: Entry, index: number) => string,
  list: Entry[] = [],
  toNodes: (entry: Entry) => RootContent[],
): RootContent[] {
  return list.flatMap((entry, index) => [
    headingNode(3, entry.name, toId(entry, index)),
    ...toNodes(entry),
  ])
}

/** Returns a list with an item for each fact that has a value. Multiple values become a nested list. */
function factList(facts: Fact[]): List[] {
  const known = facts.filter(({ values }) => values.length > 0)
  return listNodes(
    known.map(({ label, values: [first, ...others] }) =>
      others.length === 0
        ? [paragraphNode(textNode(`${label}: `), valueNode(first!))]
        : [
            paragraphNode(textNode(`${label}:`)),
            ...listNodes([first!, ...others].map((value) => [paragraphNode(valueNode(value))])),
          ],
    ),
  )
}

function linkList(
  links: ReturnType<typeof pageLinks>,
  toNode: (title: string, url: string) => PhrasingContent,
): List[] {
  return listNodes(
    links.map(({ title, url, description }) => [
      paragraphNode(toNode(title, url), ...(description ? [textNode(`: ${description}`)] : [])),
    ]),
  )
}

function valueNode(value: FactValue): PhrasingContent {
  return value.url === undefined ? textNode(value.text) : ltrLinkNode(value.text, value.url)
}
