import type { DeclarationReflection } from 'typedoc'

import { ERROR_CODES } from '../../../../packages/core/src/lib/upstream/describe-error-code.ts'
import type { Api, FindLink } from '../read-api.ts'
import { renderFields, renderList, renderSummary } from '../render.ts'

export function renderOutcomes(api: Api): string {
  const { findLink } = api
  const outcome = api.find('Outcome')
  return [
    '# Outcomes and warnings',
    `What \`onOutcome\` receives and the log contains: one outcome per request, per call of a sender, and per event that redelivery gives up.`,
    'Guides: [operating the proxy](../guides/operating.md), [codes of Meta](../troubleshooting/meta-codes.md).',
    '## Kinds',
    renderKinds(outcome, findLink),
    '## Fields',
    renderFields(api.find('OutcomeDetails'), findLink, { isResult: true }),
    '## Dropped fields',
    renderFields(api.find('DroppedField'), findLink, { isResult: true }),
    '## Warnings',
    renderFields(api.find('Warning'), findLink, { isResult: true }),
    '## Reasons to retry',
    renderSummary(api.find('RetryReason').comment, findLink),
    '## Reasons to give up',
    renderSummary(api.find('GiveUpReason').comment, findLink),
    '## Error codes of Meta',
    'The log describes these codes. Other codes are logged without a description.',
    renderList(ERROR_CODES).replaceAll(/^(- `\d+)\//gm, '$1` with subcode `'),
  ].join('\n\n')
}

/** The kinds with the same fields are one member of the union, with a list as its docstring. */
function renderKinds({ type }: DeclarationReflection, findLink: FindLink): string {
  const union =
    type?.type === 'intersection' ? type.types.find(({ type }) => type === 'union') : undefined
  if (union?.type !== 'union') throw new Error('Outcome is no longer a union with common fields.')
  return union.types
    .map((member) => {
      const fields = member.type === 'reflection' ? member.declaration.children : undefined
      const kind = fields?.find(({ name }) => name === 'kind')
      const summary = renderSummary(kind?.comment, findLink)
      if (!summary) throw new Error(`The kind ${kind?.type} of Outcome has no description.`)
      return summary.startsWith('- ')
        ? summary
        : `- \`${String(kind?.type).slice(1, -1)}\`: ${summary}`
    })
    .join('\n')
}
