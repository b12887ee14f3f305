import type { InvalidEventReason } from '@conversion-capi/core'
import { type RejectionReason, REJECTIONS } from '@conversion-capi/core/protocol'

import { describeInvalid } from '../../../../packages/core/src/lib/sender.ts'
import { listFields, renderList, renderSummary } from '../render.ts'
import type { Api } from '../read-api.ts'

export function renderRejections({ find, findLink }: Api): string {
  const fields = listFields(find('REJECTIONS'))
  const { type } = find('InvalidEventReason')
  const invalid = (type?.type === 'union' ? type.types : []).flatMap((each) =>
    each.type === 'literal' ? (each.value as InvalidEventReason) : [],
  )
  const reasons = Object.keys(REJECTIONS) as RejectionReason[]
  return [
    '# Rejections',
    'Every error that the proxy itself responds with, when it does, and what to do. Nothing is forwarded to Meta. The body is `{ "error": "<the error>" }`.',
    'Guide: [symptoms and messages](../troubleshooting/symptoms.md#responses-of-the-endpoint).',
    ...reasons.map((reason) => {
      const field = fields.find(({ path }) => path.replaceAll(/["']/g, '') === reason)
      const summary = renderSummary(field?.reflection.comment, findLink)
      if (!summary)
        throw new Error(`REJECTIONS["${reason}"] has no description. Write a docstring.`)
      return `## ${reason}\n\nStatus: ${REJECTIONS[reason]}.\n\n${summary}`
    }),
    '## Events that `createSender` does not send',
    `[\`createSender\`](${findLink(find('createSender'))}) resolves to \`{ kind: 'failed', error }\`, and \`reason\` in the [outcome](outcomes.md) is one of these:`,
    renderList(Object.fromEntries(invalid.map((reason) => [reason, describeInvalid(reason)]))),
  ].join('\n\n')
}
