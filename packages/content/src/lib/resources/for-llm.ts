import type { Element, Nodes } from 'hast'
import { h } from 'hastscript'
import { toHast } from 'mdast-util-to-hast'

import { absoluteUrl } from '../url.ts'
import { describeSchool } from '../facts/describe-school.ts'
import { jsonLd } from '../facts/json-ld.ts'
import { writeMarkdown } from '../facts/write-markdown.ts'
import { renderPage } from '../html/render-page.ts'
import { toScriptJson } from '../html/to-script-json.ts'
import { labelsOf } from '../labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school-schema.ts'

/** `/for-llm/`: every fact, for people and agents, with JSON-LD; and its twin in Markdown. */
export function forLlm(school: School): Resource[] {
  const facts = describeSchool(school)
  const page = absoluteUrl(school, PATHS.forLlm)
  const markdown = absoluteUrl(school, PATHS.forLlmMarkdown)
  const describedBy = `<${absoluteUrl(school, PATHS.llmsTxt)}>; rel="describedby"; type="text/plain"`
  return [
    {
      path: PATHS.forLlm,
      contentType: 'text/html; charset=utf-8',
      body: renderPage(school, {
        path: PATHS.forLlm,
        title: `${labelsOf(school).facts} · ${school.name}`,
        description: school.summary,
        head: [
          h('link', { rel: 'alternate', type: 'text/markdown', href: markdown }),
          h('script', { type: 'application/ld+json' }, toScriptJson(jsonLd(school))),
        ],
        main: elements(toHast(facts)),
      }),
      headers: { Link: `<${markdown}>; rel="alternate"; type="text/markdown", ${describedBy}` },
    },
    {
      path: PATHS.forLlmMarkdown,
      contentType: 'text/markdown; charset=utf-8',
      body: writeMarkdown(facts),
      headers: { Link: `<${page}>; rel="canonical", ${describedBy}` },
    },
  ]
}

/** What stands at the top of the tree, without the line breaks between. */
function elements(tree: Nodes): Element[] {
  return tree.type === 'root' ? tree.children.filter((node) => node.type === 'element') : []
}
