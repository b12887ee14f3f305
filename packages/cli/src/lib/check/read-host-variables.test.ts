import { describe, expect, it } from 'vitest'

import { checkSite } from './check-site.ts'
import { config, writeProject } from '../project/write-project.fixture.ts'

async function check(host: string, file: string, text: string) {
  const dir = await writeProject({
    'school.config.ts': config({}, { host }),
    [file]: text,
  })
  const findings = await checkSite({ dir, env: {}, now: () => Date.parse('2026-11-21') })
  return findings
    .filter(({ code }) => /^(?:env|graph)-/.test(code!))
    .map(({ code, file }) => ({ code, file }))
}

describe('the variables in wrangler.jsonc', () => {
  const file = 'wrangler.jsonc'

  it('are checked instead of the missing ones here', async () => {
    const vars = '{ "META_PIXEL_ID": "1234567890", "META_GRAPH_VERSION": "v25.0", "OTHER": 1 }'
    expect(await check('cloudflare', file, `{ // comment\n "vars": ${vars} }`)).toEqual([])
  })

  it('must have the pixel ID of the configuration, and a current version', async () => {
    const vars = '{ "META_PIXEL_ID": "55", "META_GRAPH_VERSION": "v18.0", "META_PIXELID": "55" }'
    expect(await check('cloudflare', file, `{ "vars": ${vars} }`)).toEqual([
      { code: 'env-unknown', file },
      { code: 'graph-version-expired', file },
      { code: 'env-pixel-id', file },
    ])
  })

  it('must not contain the access token', async () => {
    const vars =
      '{ "META_PIXEL_ID": "1234567890", "META_ACCESS_TOKEN": "t", "META_GRAPH_VERSION": "v25.0" }'
    expect(await check('cloudflare', file, `{ "vars": ${vars} }`)).toEqual([
      { code: 'env-token-in-settings', file },
    ])
  })

  it.each(['{', '{}', '{ "vars": [] }', '{ "vars": { "OTHER": "1" } }'])(
    'are none in %s',
    async (text) => {
      expect((await check('cloudflare', file, text)).map(({ code }) => code)).toContain(
        'env-not-set',
      )
    },
  )
})

it('reports variables in netlify.toml, which do not reach the function', async () => {
  const text = `
[build.environment]
META_PIXEL_ID = "1234567890"
[context.production.environment]
META_PIXEL_ID = "1234567890"
META_ACCESS_TOKEN = "t"
NODE_VERSION = "24"
`
  const file = 'netlify.toml'
  expect(await check('netlify', file, text)).toMatchObject([
    { code: 'env-build-only', file },
    { code: 'env-build-only', file },
    { code: 'env-not-set' },
  ])
})
