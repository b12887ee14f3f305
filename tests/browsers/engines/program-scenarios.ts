import { renderHead } from '@conversion-capi/content'
import school from 'example-school-site/school'
import { buildSync } from 'esbuild'
import { expect } from 'vitest'

import { PAGE } from './form-scenarios.ts'
import type { Scenario, ScenarioRun } from './scenarios.ts'

const PHYSICS = { '@type': 'Course', name: 'Physics', courseCode: 'PH-1' }
const CHEMISTRY = {
  '@type': 'Product',
  name: 'Chemistry',
  courseCode: 'chemistry',
  offers: { price: '99', priceCurrency: 'EUR' },
}
const DATA = { content_name: 'Physics', content_ids: ['PH-1'], content_type: 'product' }
const PRICED = {
  content_name: 'Chemistry',
  content_ids: ['chemistry'],
  content_type: 'product',
  value: 99,
  currency: 'EUR',
}
const EXAMPLE = {
  content_name: 'Physics',
  content_ids: ['physics'],
  content_type: 'product',
  value: 264,
  currency: 'EUR',
}
const OPTIONS = { program: true, singlePage: true } as const

/** An app of React, whose router changes the URL before it shows the page. */
const APP = bundle(`
  import { createElement, useState } from 'react'
  import { flushSync } from 'react-dom'
  import { createRoot } from 'react-dom/client'
  const PROGRAMS = { programs: [${JSON.stringify(PHYSICS)}, ${JSON.stringify(CHEMISTRY)}], chemistry: ${JSON.stringify(CHEMISTRY)} }
  function App() {
    const [page, setPage] = useState('programs')
    self.go = (next) => {
      history.pushState({}, '', next)
      flushSync(() => setPage(next))
    }
    const __html = JSON.stringify(PROGRAMS[page] ?? {})
    return createElement('main', null, createElement('script', {
      type: 'application/ld+json', key: page, dangerouslySetInnerHTML: { __html },
    }))
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(createElement(App)))`)

type Row = [name: string, events: unknown[], html: string, script?: string]

/** What a page says, and the custom data of its events. Each page tracks a Lead at the end. */
const ROWS: Row[] = [
  ['the example', [EXAMPLE, EXAMPLE], renderHead(school, '/programs/physics.html')],
  ['a graph', [DATA, DATA], jsonLd({ '@graph': [{ '@type': 'WebPage', name: 'Home' }, PHYSICS] })],
  ['an array', [DATA, DATA], jsonLd([{ '@type': 'School', name: 'School' }, PHYSICS])],
  ['two scripts about one program', [DATA, DATA], jsonLd(PHYSICS) + jsonLd(PHYSICS)],
  ['two scripts about two programs', [{}], jsonLd(PHYSICS) + jsonLd(CHEMISTRY)],
  ['invalid JSON', [DATA, DATA], `<script type="application/ld+json">{</script>${jsonLd(PHYSICS)}`],
  ['a private program', [{}], `<meta name="program" content="private">${jsonLd(PHYSICS)}`],
  [
    'JSON-LD that changes after the page has loaded',
    [DATA, PRICED],
    jsonLd(PHYSICS),
    `document.querySelector('[type*=ld]').text = ${JSON.stringify(JSON.stringify(CHEMISTRY))}
    polaris.track('Lead')`,
  ],
  [
    'an app of React',
    [PRICED, PRICED, { value: 1 }],
    `<script type="module">${APP}</script>`,
    `go('chemistry')
    await later()
    polaris.track('Lead')
    go('programs')
    await later()
    polaris.track('Lead', { value: 1 })`,
  ],
]

export const PROGRAM_SCENARIOS: Scenario[] = [
  ...ROWS.map(([name, events, html, script = "polaris.track('Lead')"]): Scenario => ({
    name: `sends the program of ${name}`,
    options: OPTIONS,
    pages: [renderPage(html, script)],
    verify: (run) => expectData(run, events),
  })),
  {
    name: 'sends no program without consent',
    options: { ...OPTIONS, consent: 'wait' },
    pages: [renderPage(jsonLd(PHYSICS), "polaris.consent(false); polaris.track('Lead')")],
    verify: (run) => expectData(run, []),
  },
]

function expectData({ posts }: ScenarioRun, events: unknown[]): void {
  const sent = posts.map((body) => JSON.parse(body))
  const data = sent.flatMap(({ event_name, custom_data }) =>
    event_name === 'PageView' ? [] : [JSON.stringify(custom_data)],
  )
  // Requests can overtake each other.
  expect(data.sort()).toEqual(events.map((each) => JSON.stringify(each)).sort())
  // Without consent, there is no PageView either.
  if (events.length === 0) expect(posts).toEqual([])
}

function renderPage(html: string, script: string): string {
  return `${PAGE}${html}<script type="module">
    if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded))
    await later()
    ${script}
    await later()
    location.href = 'rest'
  </script>`
}

function jsonLd(content: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(content)}</script>`
}

function bundle(contents: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    format: 'esm',
    minify: true,
    write: false,
  })
  return outputFiles[0]!.text
}
