// Events and rejections are untrusted input. They reach the DOM only through textContent.

import type { ReceivedEvent } from '../../received-event.ts'
import type { LiveContent } from '../../page/page-routes.ts'
import type { RejectedRequest } from '../../rejection-log.ts'
import { createElement, findElement } from './elements.ts'
import { renderEventList } from './event-list.ts'
import { groupCopies, type EventGroup } from './group-copies.ts'
import { renderRejectionList } from './rejection-list.ts'

const POLL_INTERVAL_MS = 1000
const MAX_ROWS = 300
// More would hide the events below them.
const MAX_REJECTED_ROWS = 20
const MAX_EVENTS = Number(document.body.dataset.maxEvents)

const status = findElement('status')
const totals = findElement('totals')
const note = findElement('note')
const list = findElement('events')
const rejected = findElement('rejected')
const rejectionList = findElement('rejections')
const empty = findElement('empty')

let etag = ''
let timer: number | undefined

renderSetupTexts()
findElement('clear').addEventListener('click', async () => {
  await fetch('clear', { method: 'POST' }).catch(() => {})
  void poll()
})
document.addEventListener('visibilitychange', poll)
void poll()

async function poll(): Promise<void> {
  clearTimeout(timer)
  if (document.hidden) return
  try {
    const headers: HeadersInit = etag ? { 'If-None-Match': etag } : {}
    const response = await fetch('events.json', { cache: 'no-store', headers })
    if (response.ok) {
      render((await response.json()) as LiveContent)
      etag = response.headers.get('ETag') ?? ''
    } else if (response.status !== 304) throw new Error(`HTTP ${response.status}`)
    renderStatus('Live', false)
  } catch {
    renderStatus('Disconnected, retrying', true)
  }
  // The Clear button or a visibility change may have started another poll and its timer.
  clearTimeout(timer)
  timer = window.setTimeout(poll, POLL_INTERVAL_MS)
}

function render({ events, rejections }: LiveContent): void {
  const groups = groupCopies(events)
  renderTotals(events)
  renderNote(events, groups, rejections)
  renderEventList(list, groups.toReversed().slice(0, MAX_ROWS))
  renderRejectionList(rejectionList, rejections.slice(-MAX_REJECTED_ROWS))
  rejected.hidden = rejections.length === 0
  empty.hidden = events.length + rejections.length > 0
  document.title = `${events.length > 0 ? `(${groups.length}) ` : ''}Conversion emulator`
}

/** Fills the emulator's URL into the setup instructions. */
function renderSetupTexts(): void {
  const baseUrl = new URL('.', location.href).href.replace(/\/$/, '')
  for (const node of document.querySelectorAll<HTMLElement>('[data-text]')) {
    node.textContent = node.dataset.text!.replaceAll('{baseUrl}', baseUrl)
  }
}

function renderStatus(text: string, isDisconnected: boolean): void {
  setText(status, text)
  status.classList.toggle('disconnected', isDisconnected)
}

/** Renders how many events count, by name. */
function renderTotals(events: ReceivedEvent[]): void {
  const counts = new Map<string, number>()
  for (const { event_name, counted } of events) {
    counts.set(event_name, (counts.get(event_name) ?? 0) + Number(counted))
  }
  totals.replaceChildren(
    ...[...counts].map(([name, count]) => {
      const item = createElement('li')
      item.append(
        createElement('span', '', name),
        createElement('strong', '', count.toLocaleString()),
      )
      return item
    }),
  )
  totals.hidden = counts.size === 0
}

function renderNote(
  events: ReceivedEvent[],
  groups: EventGroup[],
  rejections: RejectedRequest[],
): void {
  const counted = events.filter((event) => event.counted).length
  const copies = events.length === 1 ? '1 copy' : `${events.length.toLocaleString()} copies`
  const requests =
    rejections.length === 1 ? '1 request' : `${rejections.length.toLocaleString()} requests`
  const sentences = [`${copies} received, ${counted.toLocaleString()} counted.`]
  if (rejections.length > 0) sentences.push(`${requests} rejected.`)
  if (groups.length > MAX_ROWS) sentences.push(`Only the newest ${MAX_ROWS} events are listed.`)
  if (events.length >= MAX_EVENTS) {
    sentences.push(`Only the newest ${MAX_EVENTS.toLocaleString()} copies are kept.`)
  }
  if (rejections.length > MAX_REJECTED_ROWS) {
    sentences.push(`Only the newest ${MAX_REJECTED_ROWS} rejected requests are listed.`)
  }
  setText(note, sentences.join(' '))
  note.hidden = events.length + rejections.length === 0
}

/** Leaves an unchanged text alone, so that screen readers do not announce it again. */
function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text
}
