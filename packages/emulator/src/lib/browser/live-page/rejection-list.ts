import type { RejectedRequest } from '../../rejection-log.ts'
import { createElement, createTime } from './elements.ts'

/** Renders one row for each rejected request, newest first. */
export function renderRejectionList(list: HTMLElement, rejections: RejectedRequest[]): void {
  list.replaceChildren(...rejections.toReversed().map(createRow))
}

function createRow(rejection: RejectedRequest): HTMLElement {
  const { route, status, code, error_subcode, message, events, received_at } = rejection
  const codes = error_subcode === undefined ? `${code}` : `${code} / ${error_subcode}`
  const heading = createElement('p', 'rejection-heading')
  heading.append(
    createElement('span', 'badge danger', `Rejected: ${status}`),
    createElement('span', '', `code ${codes}`),
    createElement('code', '', route),
    createTime(received_at, { timeStyle: 'medium' }),
  )
  const row = createElement('li')
  row.append(heading, createElement('p', 'reason', message))
  if (events.length > 0) row.append(createElement('p', 'names', events.map(describe).join(', ')))
  return row
}

function describe({ event_name, event_id }: RejectedRequest['events'][number]): string {
  return `${event_name ?? 'no event_name'} (${event_id ?? 'no event_id'})`
}
