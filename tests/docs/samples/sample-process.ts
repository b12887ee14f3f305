// Imports a sample and sends an event to the proxy that it exports or serves. Meta is replaced by an emulator:
// `node sample-process.ts <file> <path> <port>`. The last line of the output is the result as JSON.
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { pathToFileURL } from 'node:url'

import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { serveFetch } from '@conversion-capi/test-support'

const EVENT = {
  event_name: 'Lead',
  event_id: 'sample-1',
  user_data: { fbp: 'fb.1.1795170995788.1093847562' },
}

type Handle = (request: Request, ...rest: unknown[]) => Promise<Response>

const [file, path, port] = process.argv.slice(2) as [string, string, string]
const code = readFileSync(file, 'utf8')
const TOKEN = 'emulator-access-token'
Object.assign(process.env, {
  PORT: port,
  POLARIS_TOKEN: TOKEN,
  ...(code.includes('readSchools')
    ? {
        META_SCHOOLS: 'polaris',
        META_PIXEL_ID__POLARIS: '770000000000077',
        META_ACCESS_TOKEN__POLARIS: TOKEN,
        META_ALLOWED_ORIGINS__POLARIS: 'https://polaris.example',
      }
    : { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: TOKEN }),
})
// Samples read and write these.
mkdirSync('public', { recursive: true })
mkdirSync('dist', { recursive: true })
writeFileSync('public/index.html', '<!doctype html><title>School</title></head>')

const emulators = new Map<string, Emulator>()
const meta = await serveFetch(emulate)
// The adapters for Node do not call `fetch`.
process.env['META_GRAPH_URL'] = meta.url
const realFetch = globalThis.fetch
globalThis.fetch = async (input, init) => emulate(new Request(input, init))

async function emulate(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const pixelId = /^\/v\d+\.\d+\/(\w+)\/events$/.exec(url.pathname)?.[1]
  if (!['https://graph.facebook.com', meta.url].includes(url.origin) || !pixelId) {
    throw new Error(`The sample requests ${url.origin}.`)
  }
  const emulator = emulators.get(pixelId) ?? createEmulator({ pixelId })
  emulators.set(pixelId, emulator)
  return emulator.fetch(request)
}

let served: Handle | undefined
const env = process.env
Object.assign(globalThis, {
  Deno: {
    env: { get: (name: string) => env[name], toObject: () => env },
    serve: (...args: unknown[]) => (served = args.at(-1) as Handle),
  },
})

const exports = await import(pathToFileURL(file).href)
const response = await post(await findHandle())
const body = response?.headers.get('Content-Type')?.includes('json') ? await response.json() : null
console.log(JSON.stringify({ status: response?.status, body }))
process.exit(0)

async function findHandle(): Promise<Handle | undefined> {
  const { default: main, POST, handle } = exports
  if (code.includes("'@conversion-capi/node'")) return (request) => realFetch(toPort(request, port))
  if (code.includes("'@conversion-capi/vercel/node'")) return listen(main)
  return served ?? main?.fetch ?? POST ?? handle ?? (typeof main === 'function' ? main : undefined)
}

/** Serves a function with the signature of Node. */
async function listen(listener: RequestListener): Promise<Handle> {
  const server = createServer(listener).listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  return (request) => realFetch(toPort(request, port))
}

function toPort(request: Request, port: string): Request {
  const url = new URL(request.url)
  return new Request(`http://127.0.0.1:${port}${url.pathname}`, request)
}

async function post(handle: Handle | undefined): Promise<Response | undefined> {
  const request = new Request(`https://polaris.example${path}`, {
    method: 'POST',
    headers: { Origin: 'https://polaris.example', 'User-Agent': 'Test' },
    body: JSON.stringify(EVENT),
  })
  // Workers receive their variables as an argument, and Deno the connection.
  const context = { waitUntil() {}, remoteAddr: { transport: 'tcp', hostname: '127.0.0.1' } }
  return code.includes('createWorker')
    ? handle?.(request, { ...env }, context)
    : handle?.(request, context)
}
