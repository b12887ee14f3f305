import { escapeLine, renderHtmlPage, renderList, renderTable } from '../terminal/html-page.ts'
import {
  capitalize,
  type EventReport,
  formatPercent,
  formatScore,
  nameKey,
} from './describe-event.ts'
import { describeLastFired, describePeriod, nameOf, usedColumns } from './render-text.ts'
import type { PixelReport } from './run-report.ts'

export function renderHtml(pixels: PixelReport[], notes: string[]): string {
  return renderHtmlPage({
    command: 'report',
    title: 'Events at Meta',
    main: `${pixels.map(renderPixel).join('\n')}\n${renderList('Notes', notes)}`,
    source:
      'reads Meta’s Dataset Quality API and the statistics of the pixel. The numbers are Meta’s. If they differ from Events Manager, trust Events Manager',
  })
}

function renderPixel(report: PixelReport): string {
  const { events } = report
  const { answer, advice, facts } = report.verdict
  return `<section>
<h2>${escapeLine(nameOf(report))}</h2>
<p class="verdict">${escapeLine(answer)}</p>
${renderList('What to do', advice)}
<p class="period">${escapeLine([`${capitalize(describePeriod(report))}.`, ...describeLastFired(report)].join(' '))}</p>
${events.length === 0 ? '<p>Meta returns no events.</p>' : ''}
<ul class="facts">${facts.map((each) => `<li>${escapeLine(each)}</li>`).join('\n')}</ul>
${renderCounts(events)}
${renderEvents(report)}
<div class="events">
${events.map(renderEvent).join('\n')}
</div>
</section>`
}

function renderCounts(events: EventReport[]): string {
  const counted = events.filter(({ browser, server }) => (browser ?? server) !== undefined)
  if (counted.length === 0) return ''
  const max = Math.max(1, ...counted.flatMap(({ browser = 0, server = 0 }) => [browser, server]))
  const rows = counted.map((event) => {
    const bars = (['browser', 'server'] as const).map((source) => {
      const count = event[source]
      if (count === undefined) return ''
      return `<dd>${renderBar((count / max) * 100, source)}<span>${count.toLocaleString('en-US')} <span class="unit">${source}</span></span></dd>`
    })
    return `<div class="row"><dt>${escapeLine(event.name)}</dt>${bars.join('')}</div>`
  })
  return `<h3>Events of the seven days</h3>
<dl class="bars counts">${rows.join('\n')}</dl>`
}

function renderEvents(report: PixelReport): string {
  const { events } = report
  if (events.length === 0) return ''
  const columns = usedColumns(events)
  const rows = events.map((event) => columns.map(([, toText]) => toText(event) ?? '–'))
  const head = columns.map(([heading]) => heading)
  return `<h3>All numbers</h3>
${renderTable(`All numbers of ${nameOf(report)}`, head, rows)}`
}

function renderEvent(event: PixelReport['events'][number]): string {
  const { name, score, keys = [], sentences } = event
  if (sentences.length === 0 && keys.length === 0) return ''
  const bars = keys.map(
    ({ key, percentage }) =>
      `<div class="row"><dt>${escapeLine(nameKey(key))}</dt><dd>${renderBar(percentage, 'key')}<span>${formatPercent(percentage)}</span></dd></div>`,
  )
  return `<article>
<h3>${escapeLine(name)}</h3>
${score === undefined ? '' : `<p class="score">${renderBar(score * 10, 'key')}<span>${formatScore(score)}</span></p>`}
<p>${escapeLine(sentences.join(' '))}</p>
${bars.length === 0 ? '' : `<h4>Sent by the server, in percent of its events</h4>\n<dl class="bars">${bars.join('\n')}</dl>`}
</article>`
}

/** The number is written next to the bar, so that the bar has no name of its own. */
function renderBar(percentage: number, kind: string): string {
  const width = Math.round(Math.min(100, percentage) * 10) / 10
  return `<svg class="${kind}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="10" rx="1"/><rect class="value" width="${width}" height="10" rx="1"/></svg>`
}
