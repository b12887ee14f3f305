import { expect, it } from 'vitest'

import { describePrograms } from './describe-programs.ts'
import { copy } from './records.fixture.ts'
import { createStore } from './store.ts'

it('counts the events of each program, the first ones first', () => {
  const store = createStore(10)
  const events = [
    ['ViewContent', ['physics']],
    ['ViewContent', ['che\u202emistry']],
    ['ViewContent', ['physics']],
    ['Lead', ['physics']],
    ['Lead', undefined],
    ['Lead', [7]],
  ].map(([event_name, content_ids], index) =>
    copy({
      event_name: event_name as string,
      event_id: `${index}`,
      received_at: index,
      custom_data: { content_ids },
    }),
  )
  const browser = { ...events[0]!, source: 'browser', custom_data: { content_ids: '["physics"]' } }
  store.apply({ events: [browser as never, ...events] })
  expect(describePrograms(store.rows())).toEqual([
    'Program physics: ViewContent 2, Lead 1',
    'Program che\\u202emistry: ViewContent 1',
  ])
})
