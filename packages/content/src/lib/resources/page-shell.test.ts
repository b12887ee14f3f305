import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { pageShell } from './page-shell.ts'

describe('pageShell', () => {
  it('is the page that hosts answer for an unknown path', () => {
    const { path, contentType } = pageShell(smallSchool())
    expect([path, contentType]).toEqual(['/404.html', 'text/html; charset=utf-8'])
  })

  it('looks for the page on the main site before anything is shown', () => {
    const { body } = pageShell(smallSchool())
    const [head] = body.split('<body>')
    expect(head).toContain('const mainSite = "https://www.polaris.example"')
    expect(body.match(/<script/g)).toHaveLength(1)
  })

  it('links the main site and the start, for who has no script or wanted a file', () => {
    const { body } = pageShell(smallSchool())
    expect(body).toContain('<a href="https://www.polaris.example/">Go to the main site</a>')
    expect(body).toContain('<a href="https://polaris.example/">Home</a>')
  })

  it('sends nobody away when there is no main site', () => {
    const { mainSite: _, ...school } = smallSchool()
    const { body } = pageShell(school)
    expect(body).not.toContain('<script')
    expect(body).not.toContain('main site')
    expect(body).toContain('Page not found')
  })

  it('is kept out of indexes', () => {
    const { body } = pageShell(smallSchool())
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toContain('canonical')
  })

  it('speaks the school’s language', () => {
    const { body } = pageShell({ ...smallSchool(), language: 'ru' })
    expect(body).toContain('<h1>Страница не найдена</h1>')
  })
})
