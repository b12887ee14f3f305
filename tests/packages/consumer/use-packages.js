// Uses the packages with plain Node, as a consumer does: `node use-packages.js <specifier>…` imports each,
// calls one of its exports, and prints the specifier.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'

const uses = {
  async '@conversion-capi/core'({ createHandler, readConfig }) {
    const handle = createHandler({ config: readConfig({}) })
    const response = await handle(new Request('http://localhost/'))
    assert.equal(response.status, 405)
    assert.deepEqual(await response.json(), { error: 'Method not allowed' })
  },

  '@conversion-capi/core/protocol'({ CONVERSION_PATH }) {
    assert.equal(CONVERSION_PATH, '/functions/v1/conversion-capi')
  },

  '@conversion-capi/core/diagnostics'({ describeErrorCode }) {
    assert.equal(describeErrorCode(190), 'The access token is invalid or expired.')
  },
  '@conversion-capi/core/event-rules'({ findCustomDataWarnings }) {
    assert.deepEqual(findCustomDataWarnings('Purchase', { value: 1, currency: 'EUR' }), [])
  },
  async '@conversion-capi/core/node-fetch'({ nodeFetch }) {
    const server = createServer((_, response) => response.writeHead(204).end()).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const { signal } = new AbortController()
    const init = { method: 'POST', headers: {}, body: '', redirect: 'manual', signal }
    const { status } = await nodeFetch(`http://127.0.0.1:${server.address().port}`, init)
    assert.equal(status, 204)
    server.close()
  },
  '@conversion-capi/core/environment'({ parseConfig }) {
    assert.match(parseConfig({}).error, /META_PIXEL_ID is missing/)
  },

  '@conversion-capi/core/tracker-name'({ findNameProblem }) {
    assert.equal(findNameProblem('polaris'), undefined)
  },

  '@conversion-capi/core/pii'({ sha256Hex }) {
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    assert.equal(sha256Hex('abc'), digest)
  },

  '@conversion-capi/tracker'({ buildTracker }) {
    assert.match(buildTracker({ name: 'polaris' }), /polaris/)
  },

  '@conversion-capi/tracker/client'({ connectTracker }) {
    assert.equal(connectTracker('polaris').track('Lead', {}, null, 'lead-1'), 'lead-1')
  },

  '@conversion-capi/content'({ defineSchool, renderSitemap }) {
    assert.throws(() => defineSchool({}), /name is missing\. Write the name of the school\./)
    const site = { url: 'https://school.example', language: 'en' }
    const [sitemap] = renderSitemap(site, [{ path: '/' }])
    assert.match(sitemap.body, /<loc>https:\/\/school\.example\/<\/loc>/)
  },

  async '@conversion-capi/content/serve'({ serveResources }) {
    const facts = { path: '/llms.txt', contentType: 'text/plain', body: 'facts' }
    const response = await serveResources([facts])(new Request('http://localhost/llms.txt'))
    assert.equal(await response.text(), 'facts')
  },

  '@conversion-capi/emulator'({ createEmulator }) {
    assert.deepEqual(createEmulator().events(), [])
  },

  async '@conversion-capi/vercel'({ createFunction }) {
    await rejectsGet(createFunction().fetch)
  },

  async '@conversion-capi/vercel/node'({ createFunction }) {
    const server = createServer(createFunction()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address()
    const response = await fetch(`http://127.0.0.1:${port}/functions/v1/conversion-capi`)
    assert.equal(response.status, 405)
    server.close()
    server.closeAllConnections()
  },

  async '@conversion-capi/netlify'({ createFunction }) {
    await rejectsGet(createFunction())
  },

  async '@conversion-capi/cloudflare'({ createWorker }) {
    await rejectsGet((request) => createWorker().fetch(request, {}, { waitUntil() {} }))
  },

  // Reads its configuration from Deno.env.
  async '@conversion-capi/deno'({ createFunction }) {
    globalThis.Deno = { env: { get() {} } }
    await rejectsGet(createFunction())
    delete globalThis.Deno
  },

  async '@conversion-capi/node'({ serve }) {
    const site = () => new Response('facts')
    const server = await serve({ site, port: 0, hostname: '127.0.0.1' })
    const response = await fetch(`${server.url}/llms.txt`)
    assert.equal(await response.text(), 'facts')
    await server.close()
  },

  async '@conversion-capi/node/queue'({ readQueue }) {
    assert.throws(() => readQueue('missing.sqlite'), /missing\.sqlite/)
  },

  async '@conversion-capi/meta'({ runDoctor }) {
    const findings = await runDoctor({ env: {} })
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['env-not-set'],
    )
  },

  async '@conversion-capi/meta/start'({ start }) {
    let streams
    await start('a', async () => async (_, given) => {
      streams = given
      return 0
    })
    assert.equal(streams, process)
  },

  async '@conversion-capi/meta/commands'({ COMMANDS }) {
    const { args } = await COMMANDS.report.load()
    assert('expect' in args)
  },

  async '@conversion-capi/meta/terminal'({ runCommandLine }) {
    let output = ''
    const stream = { write: (text) => (output += text) }
    const streams = { stdin: {}, stdout: stream, stderr: stream, env: {}, cwd: () => '.' }
    const commandLine = { name: 'a', version: '1.2.3', description: '', commands: {} }
    assert.equal(await runCommandLine(commandLine, ['--version'], streams), 0)
    assert.equal(output, '1.2.3\n')
  },

  async 'conversion-capi'({ buildSite, CommandError }) {
    await assert.rejects(buildSite({ dir: 'missing' }), (error) => {
      return error instanceof CommandError && /missing does not exist/.test(error.message)
    })
  },
}

async function rejectsGet(handle) {
  const response = await handle(new Request('https://school.example/functions/v1/conversion-capi'))
  assert.equal(response.status, 405)
}

for (const specifier of process.argv.slice(2)) {
  const use = uses[specifier]
  assert(use, `use-packages.js does not use ${specifier}. Add a function for it.`)
  await use(await import(specifier))
  console.log(specifier)
}
