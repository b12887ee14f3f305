// `node serve-built.ts <folder>` serves the output of `conversion-capi build` on a free port, with its own function.
// The tests in tests/hosts run builds on the local runtimes of the hosts.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { serve } from 'srvx/node'

type Handler = (request: Request, ...context: unknown[]) => Response | Promise<Response>

const folder = process.argv[2]!
const { host, files } = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))
for (const file of files) file.body = readFileSync(join(folder, file.file))
const serveSite = serveResources(files)
const handle = await loadFunction()

const server = serve({
  fetch(request) {
    const isEvent = new URL(request.url).pathname === CONVERSION_PATH
    return isEvent ? handle(request) : serveSite(request)
  },
  port: 0,
  hostname: '127.0.0.1',
  silent: true,
})
await server.ready()
console.log(`The site is at ${server.url}`)

async function loadFunction(): Promise<Handler> {
  switch (host) {
    case 'vercel': {
      const exported = await load('api/conversion-capi.ts')
      return (request) => exported.fetch(request)
    }
    case 'netlify':
      return load('netlify/functions/conversion-capi.ts')
    case 'cloudflare': {
      const exported = await load('worker.ts')
      return (request) => exported.fetch(request, process.env, { waitUntil() {} })
    }
    case 'deno':
      return new Promise((resolve, reject) => {
        const env = { toObject: () => process.env, get: (name: string) => process.env[name] }
        Object.assign(globalThis, {
          Deno: { serve: (_: object, handler: Handler) => resolve(handler), env },
        })
        load('main.ts').catch(reject)
      })
    default:
      throw new Error(`The host "${host}" is not supported. Add it to serve-built.ts.`)
  }
}

async function load(file: string) {
  return (await import(pathToFileURL(join(folder, file)).href)).default
}
