import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createHandler } from '@conversion-capi/core'
import { findStaleClaims, readClaims, ROOT } from '@conversion-capi/release'
import { buildTracker } from '@conversion-capi/tracker'
import { describe, expect, it } from 'vitest'

import {
  cookieDocument,
  createVisitor,
  formatCookies,
  openPage,
} from '../../packages/tracker/src/lib/open-page.fixture.ts'

const notice = readFileSync(new URL('../../docs/guides/privacy.md', import.meta.url), 'utf8')
const DAY_MS = 86_400_000

describe('docs/guides/privacy.md', () => {
  it('lists the fields of a Lead that reach Meta', async () => {
    const fields = await forwardLead()
    expect(readFields()).toEqual(fields)
  })

  it('states how long the cookies live', () => {
    const lines: string[] = []
    const { cookies } = createVisitor()
    const document = cookieDocument(
      () => formatCookies(cookies),
      (line) => {
        lines.push(line)
        const [name, value] = line.split(/[=;]/)
        cookies[name!] = value!
      },
    )
    openPage({ script: buildTracker({ name: 'polaris' }), url: PAGE, document })
    const ages = lines.map((line) => Number(/max-age=(\d+)/i.exec(line)?.[1]))
    const days = new Set(ages.map((seconds) => (seconds * 1000) / DAY_MS))
    expect(notice).toContain(`end ${[...days].join()} days after your last visit`)
  })

  it('states when a stored event is deleted', async () => {
    const visitor = createVisitor()
    const fail = () => new Response('{}', { status: 503 })
    const page = openPage({ visitor, respond: fail })
    page.tracker.track('Lead')
    await page.settle()
    expect(page.stored()).toHaveLength(1)

    expect(notice).toContain('your next visit after 24 hours')
    const later = createVisitor({ ...visitor, now: visitor.now + DAY_MS })
    const next = openPage({ visitor: later, respond: fail })
    await next.settle()
    expect(next.stored()).toEqual([])
    expect(next.posts).toEqual([])
  })
})

describe('docs/inside/meta-claims.md', () => {
  const list = readFileSync(join(ROOT, 'docs/inside/meta-claims.md'), 'utf8')
  const claims = readClaims(list)

  it('lists each dated claim of the pages, with the same month', () => {
    const marked = globSync('docs/*/*.md', { cwd: ROOT }).flatMap((page) =>
      page.endsWith('meta-claims.md')
        ? []
        : [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\(checked (\d{4}-\d{2})\)/g)].map(
            ([, month]) => `${page} ${month}`,
          ),
    )
    const listed = claims.map(({ page, checked }) => `${join('docs/inside', page)} ${checked}`)
    expect(new Set(listed)).toEqual(new Set(marked))
    expect(list.match(/^\| \[/gm)).toHaveLength(claims.length)
    expect(claims.length).toBeGreaterThan(15)
  })

  it.each([
    ['2027-02-28', '2026-08', false],
    ['2027-03-01', '2026-08', true],
    ['2027-05-31', '2026-11', false],
    ['2027-06-01', '2026-11', true],
  ])('is stale on %s if it was checked in %s: %s', (day, month, isStale) => {
    const row = `| [A](../a.md) | B | ${month} | C |`
    expect(findStaleClaims(row, Date.parse(day))).toHaveLength(isStale ? 1 : 0)
  })
})

const PAGE = 'https://www.school.example/physics?fbclid=IwAR2abc'

/** Returns the names of the fields that Meta receives for a Lead with all personal data. */
async function forwardLead(): Promise<string[]> {
  const { posts, tracker, settle } = openPage({ url: PAGE })
  tracker.track(
    'Lead',
    { content_name: 'Physics', value: 40, currency: 'EUR' },
    {
      em: 'anna@school.example',
      ph: '+48601234567',
      fn: 'Anna',
      ln: 'Petrova',
      external_id: 'parent-7',
    },
  )
  await settle()

  const bodies: string[] = []
  const handle = createHandler({
    config: { ok: true, value: { pixelId: '1234567890', accessToken: 'token' } },
    fetch: async (_, init) => {
      bodies.push(String(init?.body))
      return Response.json({ events_received: 1, messages: [], fbtrace_id: 'A1' })
    },
  })
  const { body } = posts[0]!.init
  const headers = { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': 'Mozilla/5.0' }
  await handle(new Request('https://www.school.example/', { method: 'POST', headers, body }))

  const { user_data, ...event } = JSON.parse(bodies[0]!).data[0]
  return [...Object.keys(event), ...Object.keys(user_data)].toSorted()
}

/** Returns the fields in the table of the page. */
function readFields(): string[] {
  const [, table] = notice.split('Fields that Meta receives')
  const rows = table!.split('\n\n')[0]!.split('\n').slice(2)
  return rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name!)).toSorted()
}
