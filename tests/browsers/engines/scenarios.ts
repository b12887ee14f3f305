import { createHash } from 'node:crypto'

import type { EventName, EventRequest } from '@conversion-capi/core/protocol'
import type { TrackerOptions } from '@conversion-capi/tracker'
import { expect } from 'vitest'

/** Pages that every engine opens, and the events that they must send. */
export interface Scenario {
  name: string
  times?: number
  /**
   * The hostname of the pages. `localhost` is a secure context in every engine, `school.example` is plain HTTP.
   *
   * @default 'localhost'
   */
  host?: 'localhost' | 'school.example'
  endpoint?: 'same origin' | 'cross origin'
  /** Options of the tracker, in addition to its name and endpoint. */
  options?: Partial<TrackerOptions>
  /** How many posts get a 404 before the others succeed. */
  failures?: number
  /** Delay of the proxy's responses, in milliseconds, or until the engine has left the pages of the run. */
  latency?: { preflight?: number | 'until left'; post?: number }
  /**
   * The HTML of the pages. The engine opens the first one. Its script navigates to the next (`1`, `2`, …) and
   * finally to `rest`. `polaris.js` is the tracker, `ENDPOINT` its endpoint, and `report(value)` adds to the
   * run's `reports`. `localStorage` is empty at the start; cookies remain from earlier runs.
   */
  pages: string[]
  /** Asserts what the server received. Called repeatedly until it passes or time is up. */
  verify: (run: ScenarioRun) => void
}

/** The requests that the server received during one run of a scenario. */
export interface ScenarioRun {
  scenario: Scenario
  /** The complete bodies that were posted to the proxy, in order of arrival. */
  posts: string[]
  preflights: number
  reports: unknown[]
  /** The pages' uncaught errors and unhandled rejections. */
  errors: string[]
}

const TRACK_LEAD = `polaris.track('Lead', { content_name: 'Physics' }, {
  em: ' Anna@School.Example ', ph: '+7 (912) 345-67-89', fn: 'Анна', ln: 'Petrova',
})`

/** Control without the tracker. Shows that the engines cancel requests and that the server detects it. */
const LOST: Scenario = {
  name: 'loses a cross-origin fetch without keepalive that starts just before a navigation',
  times: 3,
  endpoint: 'cross origin',
  latency: { preflight: 'until left' },
  pages: [
    renderTrackedPage(`
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ event_name: 'Lead', event_id: 'lost' })
      fetch(ENDPOINT, { method: 'POST', headers, body }).catch(() => {})
      report('sent')
      location.href = 'rest'`),
  ],
  verify(run) {
    expect(run.reports).toEqual(['sent'])
    expect(findEvents(run, 'Lead')).toEqual([])
  },
}

const LEAVE = "location.href = 'rest'"

/** The last moments in which a page can send an event. The keys complete test titles. */
const LAST_MOMENTS = {
  'just before a navigation': `${TRACK_LEAD}; ${LEAVE}`,
  'in pagehide': `addEventListener('pagehide', () => ${TRACK_LEAD}); ${LEAVE}`,
  'when the page becomes hidden': `
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') ${TRACK_LEAD}
    })
    ${LEAVE}`,
}

const LAST_MOMENT_SCENARIOS = Object.entries(LAST_MOMENTS).flatMap(
  ([moment, script]): Scenario[] => [
    {
      name: `delivers an event that is tracked ${moment} to the same origin`,
      times: 3,
      pages: [renderTrackedPage(script)],
      verify: expectOneLead,
    },
    {
      name: `delivers an event that is tracked ${moment} to another origin after a slow preflight`,
      times: 3,
      endpoint: 'cross origin',
      latency: { preflight: 'until left' },
      pages: [renderTrackedPage(script)],
      verify: expectOneLeadAfterPreflight,
    },
  ],
)

const QUICK_PAGES = 15

const QUICK_NAVIGATION = (['same origin', 'cross origin'] as const).map((endpoint): Scenario => ({
  name: `delivers one event from each of ${QUICK_PAGES} pages in quick succession, ${endpoint}`,
  endpoint,
  latency: { preflight: 400, post: 400 },
  pages: Array.from({ length: QUICK_PAGES }, (_, page) => {
    const next = page + 1 < QUICK_PAGES ? page + 1 : 'rest'
    return `<script src="polaris.js"></script>
        <script>
          polaris.track('ViewContent', { content_ids: ['${page}'] })
          location.href = '${next}'
        </script>`
  }),
  verify: expectOneEventPerPage,
}))

/** Pages without an API that the tracker uses, or with a broken pixel. */
const RESTRICTED_PAGES: Scenario[] = [
  {
    name: 'hashes personal data on plain HTTP, where crypto.subtle is missing',
    host: 'school.example',
    pages: [
      renderTrackedPage(`
        report([isSecureContext, 'subtle' in crypto, 'randomUUID' in crypto])
        ${TRACK_LEAD}
        location.href = 'rest'`),
    ],
    verify(run) {
      expect(run.reports).toEqual([[false, false, false]])
      expectOneLead(run)
    },
  },
  {
    name: 'delivers an event from a sandboxed frame, where localStorage throws',
    pages: [
      `<iframe sandbox="allow-scripts" src="1"></iframe>
      <script>addEventListener('message', () => (location.href = 'rest'))</script>`,
      renderTrackedPage(`
        try { localStorage } catch ({ name }) { report(name) }
        ${TRACK_LEAD}
        parent.postMessage('done', '*')`),
    ],
    verify(run) {
      expect(run.reports).toEqual(['SecurityError'])
      expectOneLead(run)
    },
  },
  {
    name: 'posts to the proxy when the pixel throws',
    pages: [
      `<script>fbq = () => { throw new Error('broken') }</script>
      ${renderTrackedPage(`${TRACK_LEAD}; location.href = 'rest'`)}`,
    ],
    verify: expectOneLead,
  },
]

const FORM = `<script>
  const until = (condition, work) =>
    condition() ? work() : setTimeout(until, 20, condition, work)
</script>
<main><form data-track="Lead" action="1">
  <input autocomplete="email" type="email" required value="anna@school.example"></form></main>`

/** Journeys of the model that need nothing but scripts of the page. */
const JOURNEYS: Scenario[] = [
  {
    name: 'sends a Lead that has failed again on the next page',
    options: { declarative: true },
    failures: 2,
    pages: [
      FORM +
        renderTrackedPage(`
        addEventListener('submit', (event) => event.preventDefault())
        document.querySelector('form').requestSubmit()
        until(() => localStorage.length === 2, () => (location.href = '1'))`),
      FORM + renderTrackedPage(`until(() => localStorage.length === 0, () => { ${LEAVE} })`),
    ],
    verify(run) {
      const leads = findEvents(run, 'Lead')
      expect(leads).toHaveLength(2)
      expect(leads[1]).toEqual(leads[0])
    },
  },
  {
    name: 'sends a form that is submitted twice and rendered again once',
    options: { declarative: true },
    pages: [
      FORM +
        renderTrackedPage(`
        const main = document.querySelector('main')
        addEventListener('submit', (event) => event.preventDefault())
        for (let n = 0; n < 3; n++) {
          document.querySelector('form').requestSubmit()
          main.innerHTML = main.innerHTML.slice()
        }
        ${LEAVE}`),
    ],
    verify: (run) => expect(findEvents(run, 'Lead')).toHaveLength(1),
  },
  {
    // A script cannot press the button: the event is the one that UI Events describes for it.
    name: 'tracks the event of a middle click on a link in a shadow root',
    options: { declarative: true },
    pages: [
      '<div id="host"></div>' +
        renderTrackedPage(`
        const root = document.querySelector('#host').attachShadow({ mode: 'open' })
        root.innerHTML = '<a href="1" data-track="ViewContent"><b>Read</b></a>'
        const init = { button: 1, bubbles: true, cancelable: true, composed: true }
        root.querySelector('b').dispatchEvent(new MouseEvent('auxclick', init))
        ${LEAVE}`),
    ],
    verify: (run) => expect(findEvents(run, 'ViewContent')).toHaveLength(1),
  },
  {
    // Firefox shortens the referrer of a URL with `fbclid` to its origin.
    name: 'keeps the click ID until the visitor agrees on the second page, if the referrer contains it',
    options: { consent: 'wait' },
    pages: [
      "<script>location.href = '1?fbclid=clickA'</script>",
      renderTrackedPage("location.href = '2'"),
      renderTrackedPage(`report(document.referrer); polaris.consent(true); ${LEAVE}`),
    ],
    verify({ posts, reports }) {
      const clicks = posts.map((body) => JSON.parse(body).user_data.fbc?.split('.')[3])
      expect(clicks).toEqual([String(reports).includes('clickA') ? 'clickA' : undefined])
    },
  },
  {
    name: 'sends nothing and deletes the cookies after a refusal on the second page',
    options: { consent: 'wait' },
    pages: [
      renderTrackedPage("polaris.consent(true); location.href = '1'"),
      renderTrackedPage("polaris.consent(false); polaris.track('Lead'); location.href = '2'"),
      renderTrackedPage(`
        report([document.cookie, Object.keys(localStorage)])
        ${LEAVE}`),
    ],
    verify(run) {
      expect(run.reports).toEqual([['', []]])
      expect(run.posts.map((body) => JSON.parse(body).event_name)).toEqual(['PageView'])
    },
  },
]

/** `LOST` is first, so that its late request has the most time to arrive and fail the test. */
export const SCENARIOS: Scenario[] = [
  LOST,
  ...LAST_MOMENT_SCENARIOS,
  ...QUICK_NAVIGATION,
  ...RESTRICTED_PAGES,
  ...JOURNEYS,
]

/** Renders a page that loads the tracker and runs a script after its load event. */
function renderTrackedPage(script: string): string {
  return `<script src="polaris.js"></script>
<script>addEventListener('load', () => setTimeout(() => { ${script} }))</script>`
}

/** Asserts that the event of `TRACK_LEAD` arrived exactly once and without unhashed personal data. */
function expectOneLead(run: ScenarioRun): void {
  expect(findEvents(run, 'Lead')).toEqual([
    expect.objectContaining({
      event_id: expect.stringMatching(
        /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
      ),
      user_data: expect.objectContaining({
        em: sha256('anna@school.example'),
        ph: sha256('79123456789'),
        fn: sha256('анна'),
        ln: sha256('petrova'),
      }),
      custom_data: { content_name: 'Physics' },
    }),
  ])
  expect(run.posts.join()).not.toMatch(/anna|анна|petrova|345-67-89/i)
}

function expectOneLeadAfterPreflight(run: ScenarioRun): void {
  expectOneLead(run)
  expect(run.preflights).toBeGreaterThan(0)
}

function expectOneEventPerPage(run: ScenarioRun): void {
  const events = findEvents(run, 'ViewContent')
  expect(events).toHaveLength(QUICK_PAGES)
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(QUICK_PAGES)
  const viewed = events.map(({ custom_data }) => String(custom_data?.['content_ids']))
  expect(new Set(viewed).size).toBe(QUICK_PAGES)
}

/** Hashes with Node rather than with the code under test. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the posted events of one name. Throws if a body is not complete JSON. */
function findEvents({ posts }: ScenarioRun, name: EventName): EventRequest[] {
  return posts
    .map((body): EventRequest => JSON.parse(body))
    .filter(({ event_name }) => event_name === name)
}
