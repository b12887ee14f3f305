import type { DeclarationReflection } from 'typedoc'

import { findDeclaration } from './find-declaration.ts'
import type { FindLink } from './homes.ts'
import type { ApiEntry, ApiPackage } from './read-api.ts'
import { renderSummary, renderTags, renderText } from './render-comment.ts'

/** Renders the page of a package: its exports by entry. */
export function renderPackage(api: ApiPackage, findLink: FindLink): string {
  const { name, description, readme, entries } = api
  return [
    `# \`${name}\``,
    `All exports of the package. ${description}`,
    `Its [README](../../../${readme}) shows how to install and use it.`,
    ...entries.map((entry) => renderEntry(entry, findLink)),
  ].join('\n\n')
}

function renderEntry({ specifier, module, symbols, again }: ApiEntry, findLink: FindLink): string {
  const others = again.map((symbol) => renderName(symbol, findLink))
  return [
    `## \`${specifier}\``,
    renderSummary(module.comment, findLink),
    ...symbols.map((symbol) => renderSymbol(symbol, findLink)),
    ...(others.length > 0 ? [`It also exports ${others.join(', ')}.`] : []),
  ].join('\n\n')
}

function renderName(symbol: DeclarationReflection, findLink: FindLink): string {
  return `[\`${symbol.name}\`](${findLink(symbol)})`
}

function renderSymbol(symbol: DeclarationReflection, findLink: FindLink): string {
  const signature = symbol.signatures?.[0]
  const comment = symbol.comment ?? signature?.comment
  const summary = renderSummary(comment, findLink)
  if (!summary) throw new Error(`${symbol.name} has no description. Write a docstring.`)
  const heading = `### \`${symbol.name}\``
  const link = findLink(symbol)!
  const isOnOptionPage = link.startsWith('../')
  if (isOnOptionPage) return [heading, summary, `Its [fields](${link}).`].join('\n\n')
  return [
    heading,
    summary,
    renderDeclaration(symbol),
    list(
      signature?.parameters
        ?.filter((parameter) => parameter.comment)
        .map(({ name, comment }) => `\`${name}\`: ${renderText(comment?.summary ?? [], findLink)}`),
    ),
    ...renderTags(comment, '@returns', findLink).map((text) => `**Returns** ${text}`),
    ...renderTags(comment, '@throws', findLink).map((text) => `**Throws** ${text}`),
    ...renderTags(comment, '@example', findLink),
    ...renderTags(comment, '@see', findLink).map((text) => `**See** ${text}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Shows the source, in which the members have their docstrings. */
function renderDeclaration(symbol: DeclarationReflection): string {
  const { fullFileName } = symbol.sources![0]!
  return `\`\`\`ts\n${findDeclaration(fullFileName, symbol.name)}\n\`\`\``
}

function list(items: string[] = []): string {
  return items.map((item) => `- ${item.replaceAll('\n', '\n  ')}`).join('\n')
}
