/** The live page's script. What arrives is hostile: it reaches the page through textContent only. */
export const LIVE_PAGE_SCRIPT: string = String.raw`
'use strict'
const POLL_MS = 1000
const MAX_ROWS = 300
const MAX_COPIES = Number(document.body.dataset.maxEvents)
const SOURCES = { browser: 'Browser', server: 'Server' }

const [status, clear, totals, note, list, empty] = ['status', 'clear', 'totals', 'note', 'events', 'empty'].map(
  (id) => document.getElementById(id),
)
const rows = new Map() // key -> { node, signature }
let etag = ''
let timer
let isFirst = true

for (const node of document.querySelectorAll('[data-base]')) {
  node.textContent = node.dataset.base.replaceAll('{base}', new URL('.', location.href).href.replace(/\/$/, ''))
}
clear.addEventListener('click', async () => {
  await fetch('clear', { method: 'POST' }).catch(() => {})
  poll()
})
document.addEventListener('visibilitychange', poll)
poll()

async function poll() {
  clearTimeout(timer)
  if (document.hidden) return
  try {
    const response = await fetch('events.json', { cache: 'no-store', headers: etag ? { 'If-None-Match': etag } : {} })
    if (response.ok) {
      render(await response.json())
      etag = response.headers.get('ETag') || ''
    } else if (response.status !== 304) throw new Error('HTTP ' + response.status)
    setStatus('Live', false)
  } catch {
    setStatus('Not reachable, trying again', true)
  }
  clearTimeout(timer) // A poll that began meanwhile, by Clear or by coming back, has set its own.
  timer = setTimeout(poll, POLL_MS)
}

function setStatus(text, isLost) {
  if (status.textContent !== text) status.textContent = text
  status.classList.toggle('lost', isLost)
}

function render(copies) {
  const groups = groupByEvent(copies)
  renderTotals(copies)
  renderNote(copies, groups)
  renderRows(groups.reverse().slice(0, MAX_ROWS))
  empty.hidden = copies.length > 0
  document.title = (copies.length > 0 ? '(' + groups.length + ') ' : '') + 'Conversion emulator'
  isFirst = false
}

/** In order of each event's first copy. */
function groupByEvent(copies) {
  const groups = new Map()
  copies.forEach((copy, index) => {
    const key = copy.event_id ? JSON.stringify([copy.event_name, copy.event_id]) : copy.received_at + '/' + index
    if (!groups.has(key)) groups.set(key, { key, copies: [] })
    groups.get(key).copies.push(copy)
  })
  return [...groups.values()]
}

function renderTotals(copies) {
  const counts = new Map()
  for (const { event_name, counted } of copies) counts.set(event_name, (counts.get(event_name) || 0) + Number(counted))
  totals.replaceChildren(
    ...[...counts].map(([name, count]) => {
      const item = element('li')
      item.append(element('span', '', name), element('strong', '', count.toLocaleString()))
      return item
    }),
  )
  totals.hidden = counts.size === 0
}

function renderNote(copies, groups) {
  const counted = copies.filter((copy) => copy.counted).length
  const parts = [plural(copies.length, 'copy', 'copies') + ' received, ' + counted.toLocaleString() + ' counted.']
  if (groups.length > MAX_ROWS) parts.push('The newest ' + MAX_ROWS + ' events are listed.')
  if (copies.length >= MAX_COPIES) parts.push('The emulator keeps ' + MAX_COPIES.toLocaleString() + ' copies; older ones are gone.')
  const text = parts.join(' ')
  if (note.textContent !== text) note.textContent = text
  note.hidden = copies.length === 0
}

/** Rows that stay are not moved or rebuilt: they keep their focus and stay open. */
function renderRows(groups) {
  const keys = new Set(groups.map((group) => group.key))
  for (const [key, row] of rows) {
    if (keys.has(key)) continue
    row.node.remove()
    rows.delete(key)
  }
  let place = list.firstChild
  for (const group of groups) {
    const row = rows.get(group.key) || createRow(group)
    updateRow(row, group)
    if (row.node === place) place = place.nextSibling
    else list.insertBefore(row.node, place)
  }
}

function createRow({ key }) {
  const row = { node: element('li'), details: element('details'), signature: '' }
  row.node.append(row.details)
  row.details.append(element('summary'))
  row.details.addEventListener('toggle', () => renderCopies(row))
  rows.set(key, row)
  return row
}

function updateRow(row, { copies }) {
  const signature = copies.length + '/' + copies[0].received_at
  if (row.signature === signature) return
  row.signature = signature
  row.copies = copies
  renderSummary(row.details.firstChild, copies)
  renderCopies(row)
  if (isFirst) return
  row.details.classList.remove('fresh')
  void row.details.offsetWidth // Restarts the animation.
  row.details.classList.add('fresh')
}

function renderSummary(summary, copies) {
  const [{ event_name, event_id, received_at }] = copies
  const counted = copies.filter((copy) => copy.counted).length
  const badges = element('span', 'badges')
  for (const source of Object.keys(SOURCES)) {
    const count = copies.filter((copy) => copy.source === source).length
    badges.append(count > 0 ? badge(source, count) : element('span', 'badge absent', 'no ' + source + ' copy'))
  }
  summary.replaceChildren(
    element('span', 'name', event_name),
    badges,
    time(received_at, { timeStyle: 'medium' }),
    event_id ? element('code', 'id', event_id) : element('span', 'id warn', 'no event_id: cannot be deduplicated'),
    element('span', counted > 1 ? 'counted warn' : 'counted', counted > 1 ? 'counted ' + counted + ' times' : 'counted once'),
  )
}

function renderCopies({ details, copies }) {
  while (details.children.length > 1) details.lastChild.remove()
  if (!details.open) return
  for (const copy of copies) {
    const { source, received_at, counted, ...payload } = copy
    const heading = element('h2')
    heading.append(
      badge(source, 1),
      time(received_at, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }),
      element('span', '', counted ? 'counted' : 'discarded: same event_name and event_id within 48 hours'),
    )
    const section = element('section', 'copy')
    section.append(heading, element('pre', '', JSON.stringify(payload, null, 2)))
    details.append(section)
  }
}

function badge(source, count) {
  return element('span', 'badge ' + source, SOURCES[source] + (count > 1 ? ' ×' + count : ''))
}

function time(ms, format) {
  const date = new Date(ms)
  const node = element('time', 'time', date.toLocaleTimeString(undefined, format))
  node.dateTime = date.toISOString()
  node.title = date.toLocaleString()
  return node
}

function plural(count, one, many) {
  return count.toLocaleString() + ' ' + (count === 1 ? one : many)
}

function element(tag, className = '', text = '') {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.textContent = text
  return node
}
`
