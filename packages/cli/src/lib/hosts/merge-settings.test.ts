import { describe, expect, it } from 'vitest'

import { mergeSettings } from './merge-settings.ts'

describe('mergeSettings', () => {
  it('merges JSON with comments deeply, and concatenates lists', () => {
    const own = `{
      // The Worker.
      "main": "worker.ts",
      "assets": { "directory": "public" },
      "headers": [1],
    }`
    const added = '{ "assets": { "html_handling": "none" }, "headers": [2], "main": "worker.ts" }'
    expect(JSON.parse(mergeSettings('wrangler.jsonc', own, added))).toEqual({
      main: 'worker.ts',
      assets: { directory: 'public', html_handling: 'none' },
      headers: [1, 2],
    })
  })

  it("puts the endpoint's rule before own ones, which can match all paths", () => {
    const all = { source: '/(.*)', destination: '/index.html' }
    const endpoint = {
      source: '/functions/v1/conversion-capi',
      destination: '/api/conversion-capi',
    }
    const added = JSON.stringify({
      rewrites: [endpoint, { source: '/courses', destination: '/a' }],
    })
    const merged = mergeSettings('vercel.json', JSON.stringify({ rewrites: [all] }), added)
    expect(JSON.parse(merged).rewrites).toEqual([
      endpoint,
      all,
      { source: '/courses', destination: '/a' },
    ])
    expect(mergeSettings('vercel.json', merged, added)).toBe(merged)
  })

  it('adds settings to the tables that a TOML file has', () => {
    const own = '[build]\n  command = "npm run build" # ours\n\n[dev]\nport = 1\n'
    const added = '[build]\npublish = "public"\n\n[functions]\nnode_bundler = "esbuild"\n'
    const merged = mergeSettings('netlify.toml', own, added)
    expect(merged).toBe(
      `[build]\npublish = "public"\n  command = "npm run build" # ours\n\n[dev]\nport = 1\n\n[functions]\nnode_bundler = "esbuild"\n`,
    )
    expect(mergeSettings('netlify.toml', merged, added)).toBe(merged)
  })

  it('concatenates TOML', () => {
    const merged = mergeSettings('netlify.toml', '[build]\n', '[[redirects]]\n')
    expect(merged).toBe('[build]\n\n[[redirects]]\n')
  })

  it.each([
    ['vercel.json', '{ "a": { "b": true } }', '{ "a": { "b": false } }', 'vercel.json sets "a.b"'],
    [
      'netlify.toml',
      '[build]\npublish = "a"\n',
      '[build]\npublish = "b"\n',
      'netlify.toml defines settings',
    ],
    ['vercel.json', '[]', '{}', 'vercel.json is not valid JSON.'],
    ['netlify.toml', '[build', '', 'netlify.toml is not valid TOML.'],
  ])('throws for conflicts and invalid files: %s, %s', (file, own, added, message) => {
    expect(() => mergeSettings(file, own, added)).toThrow(message)
  })

  it('keeps the rules of _headers, whose values win, and combines those of one path', () => {
    const own =
      '# Ours\n/*\n  Content-Security-Policy: x\n  cache-control: no-store\n/llms.txt\n  X-A: a\n'
    const added =
      '# Host\n\n/llms.txt\n  Content-Type: text/plain\n  Cache-Control: public\n\n/*.md\n  Cache-Control: public\n\n/\n  Link: </llms.txt>\n'
    expect(mergeSettings('_headers', own, added)).toBe(
      '# Host\n\n/\n  Link: </llms.txt>\n\n# Ours\n/*\n  Content-Security-Policy: x\n  cache-control: no-store\n/llms.txt\n  Content-Type: text/plain\n  X-A: a\n',
    )
  })

  it('keeps the rules of _redirects before ours, and patterns last', () => {
    const merged = mergeSettings(
      '_redirects',
      '/old/* /new 301\n/a /b\n',
      '/c /d 200\n/*/ /:splat 200\n',
    )
    expect(merged.trim().split(/\n+/)).toEqual([
      '/a /b',
      '/c /d 200',
      '/old/* /new 301',
      '/*/ /:splat 200',
    ])
  })

  it.each([
    ['vercel.json', '{\n"a": {\n"b": true } }', '{ "a": { "b": false } }', 3],
    ['netlify.toml', '\n[build]\npublish = "a"\n', '[build]\npublish = "b"\n', 2],
  ])('reports the line of a conflict in %s', (file, own, added, line) => {
    expect(() => mergeSettings(file, own, added)).toThrow(
      expect.objectContaining({ findings: [expect.objectContaining({ line })] }),
    )
  })

  it('reports the line of a syntax error', () => {
    expect(() => mergeSettings('vercel.json', '{\n"a": 1\n"b": 2 }', '{}')).toThrow(
      expect.objectContaining({ findings: [expect.objectContaining({ line: 3 })] }),
    )
  })
})
