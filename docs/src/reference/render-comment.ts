import type { Comment, CommentDisplayPart } from 'typedoc'

import type { FindLink } from './read-api.ts'

/** Renders the text of a docstring, with links to what it mentions. */
function renderText(parts: readonly CommentDisplayPart[], findLink: FindLink): string {
  return parts
    .map((part) => (part.kind === 'inline-tag' ? renderLink(part, findLink) : part.text))
    .join('')
    .trim()
}

/** Renders the first sentences of a docstring, those before its tags. */
export function renderSummary(comment: Comment | undefined, findLink: FindLink): string {
  return renderText(comment?.summary ?? [], findLink).replace(VARIABLE, '')
}

/** The docstrings of the configuration end in the name of a variable, which the pages show as a link. */
const VARIABLE = /\s+Environment variable:\s+`\w+`\.$/

/** Renders the content of each tag with a name. */
export function renderTags(
  comment: Comment | undefined,
  tag: `@${string}`,
  findLink: FindLink,
): string[] {
  return (comment?.blockTags ?? [])
    .filter((each) => each.tag === tag)
    .map(({ content }) => renderText(content, findLink))
}

function renderLink(
  { text, target }: Extract<CommentDisplayPart, { kind: 'inline-tag' }>,
  findLink: FindLink,
): string {
  if (typeof target === 'string') return `[${text}](${target})`
  const url = target && 'name' in target ? findLink(target) : undefined
  return url ? `[\`${text}\`](${url})` : `\`${text}\``
}
