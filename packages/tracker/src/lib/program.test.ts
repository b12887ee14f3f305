import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openApp } from './open-app.fixture.ts'
import type { PageSetUp } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

const PHYSICS = {
  '@context': 'https://schema.org',
  '@type': 'Course',
  name: 'Physics',
  courseCode: 'PH-1',
  offers: [{ '@type': 'Offer', price: 240, priceCurrency: 'EUR' }],
}
const CHEMISTRY = { '@type': 'Course', name: 'Chemistry' }
const DATA = {
  content_name: 'Physics',
  content_ids: ['PH-1'],
  content_type: 'product',
  value: 240,
  currency: 'EUR',
}
const { value: _, currency: __, ...UNPRICED } = DATA

interface SetUp extends PageSetUp {
  options?: Partial<TrackerOptions>
  readyState?: string
}

/** Opens a page with these JSON-LD scripts: an object, or text that may be invalid. */
function open(scripts: unknown[], { options, readyState = 'complete', ...setUp }: SetUp = {}) {
  const page = openApp({
    script: buildTracker({ name: 'polaris', program: true, singlePage: true, ...options }),
    url: 'https://school.example/programs/physics.html',
    ...setUp,
    document: {
      scripts: scripts.map(toScript),
      querySelector: () => null,
      readyState,
      ...setUp.document,
    },
  })
  const data = (name: 'ViewContent' | 'Lead') => {
    page.tick()
    return page.sent(name).map(({ custom_data }) => custom_data)
  }
  return { ...page, document: page.window['document'], data }
}

function toScript(content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { type: 'application/ld+json', text }
}

describe('program', () => {
  it('sends a ViewContent after the PageView, with one ID for both copies', () => {
    const { data, sent, hits } = open([PHYSICS])
    expect(data('ViewContent')).toEqual([DATA])
    expect(sent().map(({ event_name }) => event_name)).toEqual(['PageView', 'ViewContent'])
    const { event_id } = sent('ViewContent')[0]!
    expect(hits.at(-1)).toEqual(['track', 'ViewContent', DATA, { eventID: event_id }])
  })

  it.each<[string, unknown[], object]>([
    ['a graph', [{ '@graph': [{ '@type': 'WebPage', name: 'Home' }, null, PHYSICS] }], DATA],
    ['an array', [[{ '@type': 'Organization', name: 'School' }, PHYSICS]], DATA],
    ['invalid JSON', ['{', '', PHYSICS], DATA],
    ['two scripts about it', [{ ...PHYSICS, '@type': 'Product' }, PHYSICS], DATA],
    ['several types', [{ ...PHYSICS, '@type': ['Course', 'Product'] }], DATA],
    ['a full type', [{ ...PHYSICS, '@type': 'http://schema.org/Product' }], DATA],
    ['a nested course', [{ '@type': 'WebPage', mainEntity: PHYSICS }], DATA],
    ['one offer', [{ ...PHYSICS, offers: { price: '240.00', priceCurrency: 'EUR' } }], DATA],
    ['several offers', [{ ...PHYSICS, offers: [{ price: 1 }, { price: 2 }] }], UNPRICED],
    [
      'a lowest price',
      [{ ...PHYSICS, offers: { '@type': 'AggregateOffer', lowPrice: 9 } }],
      UNPRICED,
    ],
    ['a text as price', [{ ...PHYSICS, offers: { price: '240,00' } }], UNPRICED],
    ['no offer', [{ ...PHYSICS, offers: [] }], UNPRICED],
    [
      'no ID',
      [{ '@type': 'EducationalOccupationalProgram', name: 'Physics' }],
      { ...UNPRICED, content_ids: ['physics'] },
    ],
  ])('reads %s', (_, scripts, expected) => {
    expect(open(scripts).data('ViewContent')).toEqual([expected])
  })

  it.each<[string, unknown[]]>([
    [
      'no program',
      [
        { '@type': 'CourseInstance', name: 'Group 1' },
        { '@type': 'GolfCourse', name: 'A' },
      ],
    ],
    ['several programs', [{ '@graph': [PHYSICS, CHEMISTRY] }]],
    ['several programs in two scripts', [PHYSICS, CHEMISTRY]],
    ['no JSON-LD', []],
  ])('adds nothing to the events of a page with %s', (_, scripts) => {
    const { data, tracker } = open(scripts)
    tracker.track('Lead', { value: 1 })
    expect([data('ViewContent'), data('Lead')]).toEqual([[], [{ value: 1 }]])
  })

  it('sends nothing from a page with a private program', () => {
    const querySelector = (selector: string) => selector === 'meta[content=private]' && {}
    expect(open([PHYSICS], { document: { querySelector } }).data('ViewContent')).toEqual([])
  })

  it.each([
    ['https://school.example/physics/', 'physics'],
    ['https://school.example/fr/physics.html?a=/b', 'physics'],
    ['https://school.example/', 'Physics'],
  ])('takes the ID from the page if the JSON-LD has none: %s', (url, id) => {
    const [data] = open([{ ...PHYSICS, courseCode: undefined }], { url }).data('ViewContent')
    expect(data).toMatchObject({ content_ids: [id] })
  })

  it('adds the program to other events, unless they have their own fields', () => {
    const { data, tracker } = open([PHYSICS])
    for (const own of [undefined, null, { value: 9, content_ids: ['a'] }, 'anna@b.example']) {
      tracker.track('Lead', own)
    }
    const merged = { ...DATA, value: 9, content_ids: ['a'] }
    expect(data('Lead')).toEqual([DATA, DATA, merged, 'anna@b.example'])
  })

  it('sends no ViewContent if the page tracks its own', () => {
    const { data, tracker } = open([PHYSICS])
    tracker.track('ViewContent', { content_name: 'Physics, grade 9' })
    expect(data('ViewContent')).toEqual([{ ...DATA, content_name: 'Physics, grade 9' }])
  })

  it('adds nothing to a Purchase, whose value is what was paid', () => {
    const { tracker, sent } = open([PHYSICS])
    tracker.track('Purchase', { value: 120, currency: 'EUR' })
    expect(sent('Purchase')[0]!.custom_data).toEqual({ value: 120, currency: 'EUR' })
  })

  it('waits for the page to load, and reads what the page says then', () => {
    const { data, document } = open([], { readyState: 'interactive' })
    expect(data('ViewContent')).toEqual([])
    document.scripts = [toScript(PHYSICS)]
    expect(data('ViewContent')).toEqual([])
    document.readyState = 'complete'
    expect(data('ViewContent')).toEqual([DATA])
    expect(data('ViewContent')).toHaveLength(1)
  })

  it('sends one for each page of an app', () => {
    const { data, document, go, tick } = open([PHYSICS])
    tick()
    document.scripts = []
    go('/programs')
    document.scripts = [toScript(CHEMISTRY)]
    // The timer of the earlier page runs before the PageView.
    go('/programs/chemistry')
    tick()
    const chemistry = { ...UNPRICED, content_name: 'Chemistry', content_ids: ['chemistry'] }
    expect(data('ViewContent')).toEqual([DATA, chemistry])
  })

  it('sends nothing without consent, and on an excluded page', () => {
    const refused = open([PHYSICS], { options: { consent: 'wait' } })
    refused.tick()
    refused.tracker.consent(false)
    refused.tracker.consent(true)
    expect(refused.data('ViewContent')).toEqual([])
    const student = open([PHYSICS], { options: { exclude: ['/programs'] } })
    expect(student.data('ViewContent')).toEqual([])
    expect([...refused.posts, ...student.posts]).toEqual([])
  })

  it('sends nothing if an element shadows document.scripts', () => {
    const { data, tracker } = open([], { document: { scripts: {} } })
    tracker.track('Lead')
    expect([data('ViewContent'), data('Lead')]).toEqual([[], [{}]])
  })

  it('writes its ID into capi_program of a form, with consent only', () => {
    const field = { value: 'other' }
    const getElementsByName = (name: string) => (name === 'capi_program' ? [field] : [])
    const options = { consent: 'wait', sourceField: true } as const
    const { emit, tracker } = open([PHYSICS], { options, document: { getElementsByName } })
    const values = [undefined, true, false].map((decision) => {
      if (decision !== undefined) tracker.consent(decision)
      emit('click')
      return field.value
    })
    expect(values).toEqual(['', 'PH-1', ''])
  })
})
