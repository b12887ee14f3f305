import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { findFindings, listFindings } from './find-findings.fixture.ts'

const school = smallSchool()
const resources = renderResources(school)

const PAGE =
  '<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"></head><body><h1>a</h1>'

/** More than every parser and every recursive function can handle. */
const DEPTH = 10_000

describe('checkResources() of hostile files', () => {
  it.each<[what: string, body: string]>([
    ['blocks', `${'<div>'.repeat(DEPTH)}${'</div>'.repeat(DEPTH)}`],
    ['inline elements', '<ins>'.repeat(DEPTH)],
    ['templates', '<template>'.repeat(DEPTH)],
    ['tables', '<table><td>'.repeat(DEPTH)],
  ])('reports HTML with 10,000 nested %s', (_, body) => {
    const page = { path: '/deep', contentType: 'text/html; charset=utf-8', body: PAGE + body }
    expect(check(page)).toContainEqual(
      '/deep: The HTML is nested more than 200 levels deep, where parsers fail. Flatten it, or render the files again.',
    )
  })

  it('reports JSON-LD with 10,000 nested arrays', () => {
    const jsonLd = `{"a":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`
    const body = `${PAGE}\n<p>a</p><script type="application/ld+json">${jsonLd}</script></body></html>`
    expect(check({ path: '/a.html', contentType: 'text/html; charset=utf-8', body })).toEqual([
      '/a.html:2: The JSON-LD is nested more than 200 levels deep, where parsers fail. Flatten it, or render the files again.',
    ])
  })

  it('accepts HTML with 190 levels', () => {
    const body = `${PAGE}${'<div>'.repeat(190)}a${'</div>'.repeat(190)}</body></html>`
    expect(check({ path: '/deep', contentType: 'text/html; charset=utf-8', body })).toEqual([])
  })

  it('reports a file with 200,000 siblings only for its content', () => {
    const contentType = 'text/html; charset=utf-8'
    const body = `${PAGE}<p>a</p>${'<br>'.repeat(200_000)}</body></html>`
    expect(check({ path: '/wide.html', contentType, body })).toEqual([])
  })

  it('accepts JSON-LD with 200,000 entities', () => {
    const entities = '{"@type":"Thing"},'.repeat(200_000)
    const change = (body: string) => body.replace('"@graph":[', `"@graph":[${entities}`)
    expect(findFindings('/for-llm/', change)).toEqual([])
  })

  // An input of 200,000 characters takes milliseconds in linear time, and minutes in quadratic time.
  it.each([
    ['/a.html', 'text/html', `${PAGE}<p style="background: url(" srcset="`],
    ['/a.html', 'text/html', `${PAGE}<meta http-equiv="refresh" content="`],
  ])('reads 100,000 repetitions of any characters in %s', (path, type, before) => {
    const characters = fc.constantFrom(...' \t()[]{}<>"\'*_`~!?#&;:,.-+/\\|@=%\n1a')
    const piece = fc.array(characters, { minLength: 1, maxLength: 2 })
    fc.assert(
      fc.property(piece, fc.constantFrom('', 'a', '"'), (piece, after) => {
        const repeated = piece.join('').repeat(100_000)
        const file = {
          path,
          contentType: `${type}; charset=utf-8`,
          body: before + repeated + after,
          headers: { Link: repeated },
        }
        expect(check(file)).toBeInstanceOf(Array)
      }),
      { numRuns: 20 },
    )
  })
})

function check(file: (typeof resources)[number]): string[] {
  return listFindings([...resources.filter(({ path }) => path !== file.path), file], school)
}
