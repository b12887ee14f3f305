import { readFile } from 'node:fs/promises'

import { serve } from '@conversion-capi/node'

import { content } from '../shared/conversions.ts'
import { paid } from '../shared/paid.ts'

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

await serve({
  async site(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/paid') return paid(request)
    const file = await content(request)
    if (file.status !== 404) return file
    const path = pathname === '/' ? '/index.html' : pathname
    const body = await readFile(import.meta.dirname + '/dist' + path)
    return new Response(body, { headers: { 'Content-Type': TYPES[path.split('.').pop()!]! } })
  },
})
