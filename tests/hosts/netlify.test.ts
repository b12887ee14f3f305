import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { startProcess } from '@conversion-capi/test-support'
import { expect, inject, it } from 'vitest'

import { describeHost } from './lib/describe-host.ts'
import { findBin, RUNTIMES } from './lib/find-bin.ts'
import { skippedIpTests } from './lib/skipped-ip-tests.ts'

describeHost({
  name: 'Netlify',
  project: 'netlify',
  // Netlify's runtime reads the context of the deploy from this header. For functions, `netlify dev` does not set it.
  preview: {
    signal: 'context.deploy.context is "deploy-preview"',
    headers: { 'x-nf-deploy-context': 'deploy-preview' },
  },
  // `netlify dev` guesses content types from extensions, and ignores `Content-Type` in `_headers`.
  leavesToTheHost: ['/.well-known/api-catalog', '/sitemap.xml', '/polaris.js'],
  decidedByTheHost: {
    ...skippedIpTests('X-Forwarded-For'),
    'rejects an endless body with 413 without reading it to the end':
      'netlify dev reads the whole body before it calls the function.',
  },
  start(site, env) {
    const offline = ['--offline', '--internal-disable-edge-functions', '--no-open']
    const command = [findBin('netlify-cli', 'netlify'), 'dev', ...offline, '--target-port', '0']
    return startProcess(process.execPath, (port) => [...command, '--port', port], {
      cwd: site,
      env,
    })
  },
})

// `netlify dev` downloads Deno to run edge functions, so this test runs the file in Deno, and reads its declaration
// with Netlify's bundler.
it('declares an edge function for requests that name Markdown, which responds in Deno', async () => {
  const file = join(
    inject('site'),
    'dist/netlify/netlify/edge-functions/conversion-capi-markdown.js',
  )
  const script = `
    import edge, { config } from ${JSON.stringify(pathToFileURL(file))}
    globalThis.fetch = async (url) => new Response(url.pathname, { headers: { 'Content-Type': 'text/markdown' } })
    const request = new Request('https://school.example/for-llm/', { headers: { Accept: 'text/markdown' } })
    const response = await edge(request)
    console.log(JSON.stringify({ config, body: await response.text() }))`
  const output = execFileSync(process.execPath, [findBin('deno'), 'eval', script], {
    encoding: 'utf8',
    env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' },
  })
  const { config, body } = JSON.parse(output)
  expect(body).toBe('/for-llm/index.md')

  const bundler = join(RUNTIMES, 'node_modules/@netlify/edge-bundler/dist/node/declaration.js')
  const { getHeaderMatchers } = await import(pathToFileURL(bundler).href)
  const { pattern } = getHeaderMatchers(config.header).accept
  expect(new RegExp(pattern).test('text/html, text/markdown;q=0.9')).toBe(true)
  expect(new RegExp(pattern).test('text/html,application/xhtml+xml,*/*;q=0.8')).toBe(false)
})
