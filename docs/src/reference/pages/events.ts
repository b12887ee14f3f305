import * as protocol from '@conversion-capi/core/protocol'
import type { DeclarationReflection } from 'typedoc'

import type { Api } from '../read-api.ts'
import { renderSection, renderSummary, renderTags } from '../render.ts'

export function renderEvents(api: Api): string {
  const { findLink } = api
  const names = api.find('EVENT_NAMES')
  const limits = Object.entries(protocol).filter(([name]) => name.startsWith('MAX_'))
  const namesText = renderSummary(names.comment, findLink)
  for (const name of protocol.EVENT_NAMES) {
    if (!namesText.includes(`\`${name}\`:`)) {
      throw new Error(`The docstring of EVENT_NAMES does not describe ${name}. Add a line for it.`)
    }
  }
  return [
    '# Events',
    `The requests that pages send to \`${protocol.CONVERSION_PATH}\`, the responses, and the events that reach Meta.`,
    'Guide: [the tracker](../guides/tracker.md), which sends these requests.',
    '## Event names',
    namesText,
    ...renderTags(names.comment, '@see', findLink).map((see) => `See ${see}.`),
    renderSection('Request', api.find('EventRequest'), findLink),
    renderSection('Visitor', api.find('UserData'), findLink),
    '## Response',
    'The proxy responds with status 200 to every valid event, even if Meta rejects it, so that a page never fails because of Meta. Other statuses are [rejections](rejections.md).',
    ...['Accepted', 'UpstreamError', 'UpstreamUnreachable'].map(renderResponse),
    renderSection('Event sent to Meta', api.find('ServerEvent'), findLink, { isResult: true }),
    'The keys of `user_data`, their normalization and their hashes: [customer information](customer-information.md).',
    '## Limits',
    limits
      .map(([name, value]) => {
        const limit = api.find(name)
        const text = renderSummary(limit.comment, findLink)
        return `- [\`${name}\`](${findLink(limit)}), ${Number(value).toLocaleString('en')}: ${text}`
      })
      .join('\n'),
  ].join('\n\n')

  function renderResponse(name: string): string {
    const type: DeclarationReflection = api.find(name)
    return `${renderSummary(type.comment, findLink)}\n\n${(type.children ?? [])
      .map(
        (field) =>
          `- \`${field.name}\`, \`${field.type}\`: ${renderSummary(field.comment, findLink)}`,
      )
      .join('\n')}`
  }
}
