import { READY_ATTRIBUTES } from '../../../../packages/tracker/src/lib/options.ts'

export function renderTrackerAttributes(): string {
  const attributes = [...READY_ATTRIBUTES].map(
    ([name, isRare]) => `- \`${name}\`${isRare ? ', only in `tracker.full.js`' : ''}`,
  )
  return [
    '# Attributes of the tracker',
    'The attributes of the ready scripts. Each sets the option of [`buildTracker`](api/tracker.md#trackeroptions) with its name: `data-query-parameters` sets `queryParameters`. The settings of the pixel are fields of [`pixel`](api/tracker.md#pixeloptions).',
    attributes.join('\n'),
  ].join('\n\n')
}
