import type { ReceivedEvent } from '../../received-event.ts'
import { createElement, createTime } from './elements.ts'
import type { EventGroup } from './group-copies.ts'

interface EventRow {
  item: HTMLElement
  details: HTMLDetailsElement
  summary: HTMLElement
  copies: ReceivedEvent[]
  /** Changes whenever the copies change. */
  signature: string
}

const SOURCE_LABELS = { browser: 'Browser', server: 'Server' }

const rows = new Map<string, EventRow>()
let isFirstRender = true

/**
 * Renders one row for each event, in the given order. Rows that remain are neither moved nor
 * recreated, so they keep the focus and stay open.
 */
export function renderEventList(list: HTMLElement, groups: EventGroup[]): void {
  const keys = new Set(groups.map((group) => group.key))
  for (const [key, row] of rows) {
    if (keys.has(key)) continue
    row.item.remove()
    rows.delete(key)
  }
  let next = list.firstChild
  for (const group of groups) {
    const row = rows.get(group.key) ?? createRow(group.key)
    updateRow(row, group)
    if (row.item === next) next = next.nextSibling
    else list.insertBefore(row.item, next)
  }
  isFirstRender = false
}

function createRow(key: string): EventRow {
  const row: EventRow = {
    item: createElement('li'),
    details: createElement('details'),
    summary: createElement('summary'),
    copies: [],
    signature: '',
  }
  row.item.append(row.details)
  row.details.append(row.summary)
  row.details.addEventListener('toggle', () => renderCopies(row))
  rows.set(key, row)
  return row
}

function updateRow(row: EventRow, { copies }: EventGroup): void {
  const signature = `${copies.length}/${copies[0].received_at}`
  if (row.signature === signature) return
  row.signature = signature
  row.copies = copies
  renderSummary(row.summary, copies)
  renderCopies(row)
  if (isFirstRender) return
  row.details.classList.remove('fresh')
  // Reading the layout restarts the animation.
  void row.details.offsetWidth
  row.details.classList.add('fresh')
}

function renderSummary(summary: HTMLElement, copies: EventGroup['copies']): void {
  const [{ event_name, event_id, received_at }] = copies
  const counted = copies.filter((copy) => copy.counted).length
  const warnings = copies.flatMap((copy) => copy.warnings)
  const badges = createElement('span', 'badges')
  for (const source of ['browser', 'server'] as const) {
    const count = copies.filter((copy) => copy.source === source).length
    badges.append(
      count > 0
        ? createBadge(source, count)
        : createElement('span', 'badge absent', `no ${source} copy`),
    )
  }
  summary.replaceChildren(
    createElement('span', 'name', event_name),
    badges,
    createTime(received_at, { timeStyle: 'medium' }),
    event_id
      ? createElement('code', 'id', event_id)
      : createElement('span', 'id warn', 'no event_id: cannot be deduplicated'),
    counted > 1
      ? createElement('span', 'counted warn', `counted ${counted} times`)
      : createElement('span', 'counted', 'counted once'),
    ...createWarnings([...new Set(warnings)]),
  )
}

/** Renders the copies of an open row, and removes those of a closed one. */
function renderCopies({ details, summary, copies }: EventRow): void {
  while (summary.nextSibling) summary.nextSibling.remove()
  if (!details.open) return
  for (const { source, received_at, counted, warnings, ...payload } of copies) {
    const heading = createElement('h2')
    heading.append(
      createBadge(source, 1),
      createTime(received_at, {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        fractionalSecondDigits: 3,
      }),
      createElement(
        'span',
        '',
        counted ? 'counted' : 'discarded: same event_name and event_id within 48 hours',
      ),
    )
    const section = createElement('section', 'copy')
    section.append(
      heading,
      ...createWarnings(warnings),
      createElement('pre', '', JSON.stringify(payload, null, 2)),
    )
    details.append(section)
  }
}

function createWarnings(warnings: readonly string[]): HTMLElement[] {
  return warnings.map((warning) => createElement('span', 'warning', warning))
}

function createBadge(source: ReceivedEvent['source'], count: number): HTMLElement {
  const label = SOURCE_LABELS[source]
  return createElement('span', `badge ${source}`, count > 1 ? `${label} ×${count}` : label)
}
