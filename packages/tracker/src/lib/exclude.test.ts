import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openApp } from './open-app.fixture.ts'
import { createVisitor, type FakePage, openPage } from './open-page.fixture.ts'
import type { TrackerOptions } from './options.ts'

const STORED = {
  [`polaris@${createVisitor().now}@stored`]: '1{"event_name":"Lead","event_id":"stored"}',
}
const STUDENT_PAGE = 'https://school.example/student/lessons/1'
const FAILED = () => new Response('', { status: 503 })

function decisions({ hits }: Pick<FakePage, 'hits'>): unknown[] {
  return hits.filter(([command]) => command === 'consent').map(([, decision]) => decision)
}

function build(options: Partial<TrackerOptions> = {}): string {
  return buildTracker({ name: 'polaris', exclude: ['/student', '/app'], ...options })
}

/** Returns one of the spellings of a letter in a URL. */
function spell([letter, { form, isUpperCase, isEncoded }]: [string, Spelling]): string {
  // The upper case of some letters has another lower case.
  const upper = letter.toUpperCase()
  const cased = isUpperCase && upper.toLowerCase() === letter.toLowerCase() ? upper : letter
  const code = encodeURIComponent(cased.normalize(form))
  return isEncoded ? code : decodeURIComponent(code)
}

interface Spelling {
  form: string
  isUpperCase: boolean
  isEncoded: boolean
}

describe('exclude', () => {
  it.each([
    ['/student', '/student'],
    ['/student', '/student/'],
    ['/student', '/student/lessons/1'],
    ['/student', '/student?tab=1#top'],
    ['/student', '/student/index.html'],
    ['/student/', '/student'],
    ['/student/', '/student/lessons/1'],
    ['/my pages', '/my%20pages/1'],
    ['/student', '/student;jsessionid=1A2B'],
    ['/student', '/student;tab=1;x/lessons;y'],
    ['/student', '/;v=1/student'],
    ['/student', '/student%3Btab=1'],
    ['/student', '/x/..%2Fstudent'],
    ['/student', '/x/..%5Cstudent'],
    ['/student', '/x/..;/student'],
    ['/student', '/x%2F..%2fstudent'],
    ['/student', '/x/%2e.%2Fstudent'],
    ['/student', '/%5Cstudent'],
    ['/cafe\u{301}', '/CAF%C3%89/1'],
    ['/app/student', '/app/student/1'],
    ['/', '/courses'],
  ])('of %s applies to %s', (path, url) => {
    const page = openPage({
      script: build({ exclude: ['/other', path] }),
      url: `https://school.example${url}`,
    })
    page.tracker.track('Lead')
    expect(page.sent()).toEqual([])
  })

  it.each([
    ['/student', '/'],
    ['/student', '/students'],
    ['/student', '/students-of-the-year'],
    ['/student', '/student-life'],
    ['/student', '/student_life'],
    ['/student', '/%73tudents'],
    ['/student', '/courses/student'],
    ['/student', '/courses?next=/student#/student'],
    ['/student', '/students;jsessionid=1A2B'],
    ['/student', '/courses;next=student'],
    ['/student', '/courses;next=/student'],
    ['/student', '/a..b/..c'],
    ['/caf\u{e9}', '/cafe'],
    ['/app/student', '/app'],
    ['/app/student', '/student/app'],
  ])('of %s does not apply to %s', (path, url) => {
    const page = openPage({
      script: build({ exclude: [path] }),
      url: `https://school.example${url}`,
    })
    expect(page.sent('PageView')).toHaveLength(1)
  })

  it('applies to every spelling of a path', () => {
    const letter = fc.constantFrom(...'aZ7-_éÉйЙß정한')
    const separator = fc.constantFrom(
      '/',
      '//',
      '%2F',
      '%5C',
      '/.%2F',
      '/;a=b/',
      ';a/',
      '.',
      '%2e/',
    )
    const spelling = fc.record({
      form: fc.constantFrom('NFC', 'NFD'),
      isUpperCase: fc.boolean(),
      isEncoded: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(fc.tuple(letter, spelling), { minLength: 1 }), separator), {
          minLength: 1,
          maxLength: 3,
        }),
        (segments) => {
          const path = segments.map(([letters]) => `/${letters.map(([char]) => char).join('')}`)
          const url = segments.map(([letters, after]) => letters.map(spell).join('') + after)
          const script = build({ exclude: [path.join('')] })
          const page = openPage({ script, url: `https://school.example/${url.join('')}` })
          expect(page.sent()).toEqual([])
        },
      ),
    )
  })

  it('applies to a page whose path cannot be decoded', () => {
    const page = openPage({ script: build(), url: 'https://school.example/sale-100%' })
    expect(page.sent()).toEqual([])
  })

  it.each(['about:srcdoc', 'data:text/html,a', 'blob:https://school.example/8a0f'])(
    'applies to a frame without a path, which may be in an excluded page: %s',
    (url) => {
      expect(openPage({ script: build(), url }).sent()).toEqual([])
    },
  )

  it('does not apply to any page if the list is empty', () => {
    expect(openPage({ script: build({ exclude: [] }) }).sent('PageView')).toHaveLength(1)
  })

  it("does not call the page's pixel on an excluded page, except to revoke consent", () => {
    const page = openPage({ script: build({ consent: 'wait' }), url: STUDENT_PAGE })
    page.tracker.track('Lead')
    page.tracker.consent(true)
    page.tracker.track('Lead')
    expect(new Set(page.hits.map((hit) => hit.join()))).toEqual(new Set(['consent,revoke']))
  })

  it('logs excluded events with debug', () => {
    const logged: unknown[] = []
    const console = { log: (message: unknown) => logged.push(message) }
    const script = build({ debug: true, pageView: false })
    const page = openPage({ script, url: STUDENT_PAGE, globals: { console } })
    page.tracker.track('Lead')
    expect(logged).toEqual(['conversion-capi: Lead is excluded on this page.'])
  })
})

describe('exclude, in a single-page app', () => {
  const open = (options: Partial<TrackerOptions> = {}, setUp: Parameters<typeof openApp>[0] = {}) =>
    openApp({ ...setUp, script: build({ singlePage: true, ...options }) })

  it('starts when the visitor leaves the excluded page of the first URL', async () => {
    const visitor = createVisitor({ storage: { ...STORED } })
    const app = open(
      { pixel: { id: '1234567890' } },
      {
        url: STUDENT_PAGE,
        visitor,
        globals: { fbq: undefined },
        document: { createElement: () => ({}), head: { append() {} } },
      },
    )
    expect([app.posts, app.window['fbq'], visitor.cookies]).toEqual([[], undefined, {}])
    app.go('/courses')
    await app.settle()
    expect(app.urls()).toEqual(['https://school.example/courses'])
    expect(app.sent('Lead')).toMatchObject([{ event_id: 'stored' }])
    const commands = app.window['fbq'].queue.map(([command]: [string]) => command)
    expect(commands).toEqual(['set', 'init', 'track'])
    expect(Object.keys(visitor.cookies)).toEqual(['_fbp'])
  })

  it("grants the page's pixel consent when the visitor leaves the page that consent(true) was called on", () => {
    const app = open({ consent: 'wait' }, { url: STUDENT_PAGE })
    app.tracker.consent(true)
    expect(decisions(app)).not.toContain('grant')
    app.go('/courses')
    app.go('/contacts')
    expect(decisions(app).filter((decision) => decision === 'grant')).toHaveLength(1)
    expect(app.hits.slice(-3).map(([command]) => command)).toEqual(['consent', 'track', 'track'])
  })

  it("grants the page's pixel consent again if the page repeats consent(true) on an excluded page", () => {
    const app = open()
    app.go('/student')
    app.tracker.consent(true)
    app.go('/courses')
    expect(decisions(app).at(-1)).toBe('grant')
  })

  it.each([false, 'wait'] as const)(
    "does not grant the page's pixel consent if consent(%j) follows on the excluded page",
    (decision) => {
      const app = open({ consent: 'wait' }, { url: STUDENT_PAGE })
      app.tracker.consent(true)
      app.tracker.consent(decision)
      app.go('/courses')
      app.tracker.track('Lead')
      expect(new Set(decisions(app))).toEqual(new Set(['revoke']))
    },
  )

  it('stores an event that failed meanwhile when the visitor leaves the excluded page', async () => {
    const app = open({}, { respond: FAILED })
    app.go('/student')
    await app.settle()
    expect(app.visitor.storage).toEqual({})
    app.go('/courses')
    expect(app.stored()).toHaveLength(1)
  })
})
