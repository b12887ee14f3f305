import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { startProcess } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { expect, it, onTestFinished } from 'vitest'

import { copyProject, describeHost } from './lib/describe-host.ts'
import { wrangler } from './lib/wrangler.ts'
import { skippedIpTests } from './lib/skipped-ip-tests.ts'

// `wrangler dev` runs workerd and serves the static assets as Cloudflare does.
describeHost({
  name: 'Cloudflare Workers',
  project: 'cloudflare',
  decidedByTheHost: {
    ...skippedIpTests('CF-Connecting-IP'),
    'rejects an endless body with 413 without reading it to the end':
      'wrangler dev closes the connection if the Worker responds before the body ends.',
  },
  start: startWrangler,
})

it('returns Markdown by Accept with withMarkdown, and runs the Worker for pages only', async () => {
  const site = await createFolder()
  await copyProject('cloudflare', site)
  await change(join(site, 'worker.ts'), (code) =>
    code
      .replace('createWorker }', 'createWorker, withMarkdown }')
      .replace('createWorker()', 'withMarkdown(createWorker())'),
  )
  await change(join(site, 'wrangler.jsonc'), (settings) =>
    settings.replace(`"${CONVERSION_PATH}"`, `"${CONVERSION_PATH}", "/", "/*/", "/*.html"`),
  )
  const { origin, close } = await startWrangler(site, {})
  onTestFinished(close)
  const request = async (path: string, accept: string, method = 'GET') => {
    const response = await fetch(origin + path, { method, headers: { Accept: accept } })
    const names = ['Content-Type', 'Vary', 'Content-Location']
    return [response.status, ...names.map((name) => response.headers.get(name))]
  }
  const html = [200, expect.stringContaining('text/html'), 'Accept', null]
  for (const [page, markdown] of [
    ['/', '/index.md'],
    ['/for-llm/', '/for-llm/index.md'],
    ['/programs/physics.html', '/programs/physics.html.md'],
  ] as const) {
    const found = [200, 'text/markdown; charset=utf-8', 'Accept', markdown]
    expect(await request(page, 'text/markdown, text/html;q=0.9')).toEqual(found)
    expect(await request(page, 'text/markdown', 'HEAD')).toEqual(found)
    expect(await request(page, 'text/html,*/*;q=0.8')).toEqual(html)
  }
  const { headers } = await fetch(`${origin}/index.md`)
  const known = { Accept: 'text/markdown', 'If-None-Match': headers.get('ETag')! }
  expect((await fetch(origin, { headers: known })).status).toBe(304)
  const [status, , vary] = await request('/polaris.js', 'text/markdown')
  expect([status, vary]).toEqual([200, null])
  expect(await request(CONVERSION_PATH, '*/*')).toEqual([405, expect.any(String), null, null])
})

function startWrangler(site: string, env: Record<string, string>) {
  return startProcess(process.execPath, (port) => wrangler(port, env), { cwd: site })
}

async function change(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')))
}
