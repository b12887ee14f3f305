import type { Element, Nodes } from 'hast'
import { h } from 'hastscript'
import type { Root } from 'mdast'
import { toHast } from 'mdast-util-to-hast'

import { describeSchool } from '../facts/describe-school.ts'
import { jsonLd } from '../facts/json-ld.ts'
import { linkNode, paragraphNode, serializeMarkdown } from '../facts/markdown.ts'
import { renderPage, toScriptJson } from '../html/render-page.ts'
import { labelsOf } from '../school/labels.ts'
import { PATHS, type Resource } from '../resource.ts'
import type { School } from '../school/school-schema.ts'
import { absoluteUrl } from '../url.ts'

export function llmsFullTxt(school: School): Resource {
  return {
    path: PATHS.llmsFullTxt,
    contentType: 'text/plain; charset=utf-8',
    body: toMarkdown(school, describeSchool(school)),
  }
}

export function forLlm(school: School): Resource[] {
  const facts = describeSchool(school)
  const htmlUrl = absoluteUrl(school, PATHS.forLlm)
  const markdownUrl = absoluteUrl(school, PATHS.forLlmMarkdown)
  const describedBy = `<${absoluteUrl(school, PATHS.llmsTxt)}>; rel="describedby"; type="text/plain"`
  return [
    {
      path: PATHS.forLlm,
      contentType: 'text/html; charset=utf-8',
      body: renderPage(school, {
        path: PATHS.forLlm,
        title: labelsOf(school).facts,
        description: school.summary ?? labelsOf(school).fullReference,
        head: [
          h('link', { rel: 'alternate', type: 'text/markdown', href: markdownUrl }),
          h('script', { type: 'application/ld+json' }, toScriptJson(jsonLd(school))),
        ],
        main: topLevelElements(toHast(facts)),
      }),
      headers: { Link: `<${markdownUrl}>; rel="alternate"; type="text/markdown", ${describedBy}` },
    },
    {
      path: PATHS.forLlmMarkdown,
      contentType: 'text/markdown; charset=utf-8',
      body: toMarkdown(school, facts),
      headers: { Link: `<${htmlUrl}>; rel="canonical", ${describedBy}` },
    },
  ]
}

/** Links to /llms.txt below the title: many agents see no headers, and some read only the beginning. */
function toMarkdown(school: School, { children }: Root): string {
  const pointer = paragraphNode(linkNode('llms.txt', absoluteUrl(school, PATHS.llmsTxt)))
  return serializeMarkdown({ type: 'root', children: children.toSpliced(1, 0, pointer) })
}

function topLevelElements(tree: Nodes): Element[] {
  return tree.type === 'root' ? tree.children.filter((node) => node.type === 'element') : []
}
