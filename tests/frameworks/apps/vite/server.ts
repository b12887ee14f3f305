import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

import { serve } from '@conversion-capi/node'

import { paid } from '../shared/paid.ts'

/** What a host of static files must send. */
const TYPES: Record<string, string> = {
  '': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

await serve({
  async site(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/paid') return paid(request)
    const path = pathname.replace(/\/$/, '/index.html')
    const body = await readFile(import.meta.dirname + '/dist' + path)
    return new Response(body, { headers: { 'Content-Type': TYPES[extname(path)]! } })
  },
})
