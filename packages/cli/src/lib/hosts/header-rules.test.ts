import { expect, it } from 'vitest'

import type { HeaderRule } from './header-rules.ts'
import { HOST_RECORDS } from './hosts.ts'

function readHostHeaders(name: string, text: string): HeaderRule[] {
  const readers = Object.values(HOST_RECORDS).flatMap(({ headers }) => headers?.[name] ?? [])
  return readers[0]!(text)
}

function headersOf(name: string, text: string, path: string): string[] {
  return readHostHeaders(name, text).flatMap(({ matches, headers }) =>
    matches(path) ? (headers.get('x-a') ?? []) : [],
  )
}

const HEADERS = `# Comment
/*
  X-A: all
/programs/:name
  X-A: one
  X-A: two

  # Another comment
/a.html
\tx-a: exact
https://nord.example/b
  X-A: absolute
  not a header
`

it.each([
  ['/', ['all']],
  ['/programs/chess', ['all', 'one, two']],
  ['/programs/chess/more', ['all']],
  ['/a.html', ['all', 'exact']],
  ['/axhtml', ['all']],
  ['/b', ['all', 'absolute']],
])('reads _headers for %s', (path, expected) => {
  expect(headersOf('_headers', HEADERS, path)).toEqual(expected)
})

it.each([
  ['/', []],
  ['/programs/chess', ['one, two']],
])('reads netlify.toml for %s', (path, expected) => {
  const toml = '[[headers]]\nfor = "/programs/*"\n[headers.values]\nX-A = ["one", "two"]\n'
  expect(headersOf('netlify.toml', toml, path)).toEqual(expected)
})

it.each([
  ['/', ['all']],
  ['/programs/chess', ['all', 'program']],
  ['/programs/7', ['all', 'program', 'number']],
])('reads vercel.json for %s', (path, expected) => {
  const header = (value: string) => [{ key: 'X-A', value }]
  const json = JSON.stringify({
    headers: [
      { source: '/(.*)', headers: header('all') },
      { source: '/programs/:path*', headers: header('program') },
      { source: String.raw`/programs/:id(\d+)`, headers: header('number') },
      { source: '/(.*)', has: [{ type: 'host', value: 'x' }], headers: header('conditional') },
    ],
  })
  expect(headersOf('vercel.json', json, path)).toEqual(expected)
})

it.each([
  ['netlify.toml', '[['],
  ['vercel.json', '{'],
  ['vercel.json', '{"headers":[{"source":"/(","headers":[]}]}'],
])('throws for a malformed %s', (name, text) => {
  expect(() => readHostHeaders(name, text)).toThrow(/./)
})

it.each([
  ['_headers', ''],
  ['_headers', '  X-A: without a path'],
  ['netlify.toml', 'headers = 3'],
  ['vercel.json', '{"headers":[1,null,{"source":"/"}]}'],
])('ignores what is not a rule in %s', (name, text) => {
  expect(headersOf(name, text, '/')).toEqual([])
})
