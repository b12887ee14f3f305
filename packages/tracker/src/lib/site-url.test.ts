import { describe, expect, it } from 'vitest'

import { buildTracker, type TrackerOptions } from '../index.ts'
import { openPage } from './open-page.fixture.ts'

function open(url: string, options: Partial<TrackerOptions> = {}) {
  const lines: string[] = []
  const console = { info: (line: string) => lines.push(line) }
  const pixel = { id: '1234567890' }
  const script = buildTracker({
    name: 'polaris',
    siteUrl: 'https://school.example',
    pixel,
    ...options,
  })
  const loaded: unknown[] = []
  const document = {
    createElement: () => ({}),
    head: { append: (element: unknown) => loaded.push(element) },
  }
  const page = openPage({ script, url, document, globals: { console, fbq: undefined } })
  return { page, lines, loaded }
}

describe('siteUrl', () => {
  it.each([
    'http://localhost:3000/',
    'http://school.localhost/',
    'http://127.0.0.1:8080/courses',
    'http://127.1.2.3/',
    'http://[::1]:5173/',
    'http://0.0.0.0:3000/',
    'http://10.0.0.5/',
    'http://172.16.0.1/',
    'http://172.31.255.1/',
    'http://192.168.1.20:4173/',
    'http://169.254.10.1/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
    'http://macbook.local:3000/',
    'https://school-git-menu-team.vercel.app/',
    'https://deploy-preview-7--school.netlify.app/',
    'https://1a2b3c.school.pages.dev/',
    'https://school.team.workers.dev/',
    'https://school-1a2b3c.deno.dev/',
    'https://school.team.deno.net/',
  ])('sends, stores and loads nothing on %s', async (url) => {
    const { page, lines, loaded } = open(url)
    expect(page.tracker.track('Lead', {}, { email: 'anna@school.example' })).toMatch(/^\w/)
    page.tracker.consent(true)
    await page.settle()
    expect([page.posts, page.stored(), loaded, page.visitor.cookies]).toEqual([[], [], [], {}])
    expect(lines).toEqual([expect.stringContaining(`${new URL(url).hostname} sends no events`)])
  })

  it.each([
    'https://www.school.example/',
    'https://new-name.example/',
    'https://localhost.example/',
    'https://10.example/',
    'https://192.168.example/',
    'https://www.10.0.0.5.example/',
    'http://172.32.0.1/',
    'http://11.0.0.1/',
    'https://vercel.app.example/',
    'https://myvercel.app/',
    'https://fd-school.example/',
    'https://school.github.io/',
  ])('does not affect %s', (url) => {
    const { page, lines, loaded } = open(url)
    expect([page.sent('PageView').length, loaded.length, lines]).toEqual([1, 1, []])
  })

  it.each(['https://school.vercel.app', 'http://localhost:3000', 'http://127.0.0.1:3000'])(
    'does not affect %s if the site is there',
    (siteUrl) => {
      const { page, lines } = open(`${siteUrl}/courses`, { siteUrl })
      expect([page.sent('PageView').length, lines]).toEqual([1, []])
    },
  )

  it('has this effect with globalPrivacyControl: "ignore", and honors the signal elsewhere', () => {
    const ignored = open('http://localhost/', { globalPrivacyControl: 'ignore' })
    expect([ignored.page.posts, ignored.lines.length]).toEqual([[], 1])
    const script = buildTracker({ name: 'polaris', siteUrl: 'https://school.example' })
    const navigator = { globalPrivacyControl: true }
    expect(openPage({ script, navigator }).posts).toEqual([])
  })
})
