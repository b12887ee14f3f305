import type { Resource, School } from '@conversion-capi/content'

import type { MarkdownTwin } from './markdown-twin.ts'

/**
 * Adds a section with the Markdown versions of the pages to llms.txt. Other files are returned as they are.
 *
 * The heading is the same in every language.
 *
 * @see https://llmstxt.org
 */
export function listTwins(resource: Resource, twins: MarkdownTwin[], school: School): Resource {
  if (resource.path !== '/llms.txt' || twins.length === 0) return resource
  const links = twins.map(({ page, path, title, description }) => {
    const listed = school.pages.find((each) => each.path === page)
    const name = (listed?.title ?? title).replaceAll(/[[\]]/g, '')
    return `- [${name}](${school.url}${path}): ${listed?.description ?? description}`
  })
  return { ...resource, body: `${resource.body}\n## Markdown\n\n${links.join('\n')}\n` }
}
