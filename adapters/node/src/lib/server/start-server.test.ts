import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { rawClient } from './raw-client.fixture.ts'
import { start } from './start.fixture.ts'
import { describeListenError, logError, startServer } from './start-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('startServer()', () => {
  it.each(['GET', 'POST', 'OPTIONS', 'PUT', 'TRACE'])(
    'passes %s at the conversion path to the handler',
    async (method) => {
      const { port } = await start({ handle: ({ method }) => new Response(`handled ${method}`) })
      const client = await rawClient(port)
      client.send(`${method} ${CONVERSION_PATH}?x=1 HTTP/1.1\nHost: a\nConnection: close\n\n`)
      expect(await client.closed).toMatch(new RegExp(`^HTTP/1.1 200 [^]*handled ${method}`))
    },
  )

  it('passes URL, body and headers of the request unchanged', async () => {
    const { url } = await start({
      handle: async (request) =>
        Response.json({
          url: request.url,
          body: await request.text(),
          agent: request.headers.get('User-Agent'),
        }),
    })
    const headers = { 'User-Agent': 'test' }
    const response = await fetch(url + CONVERSION_PATH, { method: 'POST', body: 'дом', headers })
    expect(await response.json()).toEqual({
      url: url + CONVERSION_PATH,
      body: 'дом',
      agent: 'test',
    })
  })

  it('passes every path except the exact conversion path to site', async () => {
    const { port } = await start({
      site: () => new Response('fallback'),
    })
    for (const path of [
      `${CONVERSION_PATH}/`,
      `/.${CONVERSION_PATH}/x`,
      `/${CONVERSION_PATH}`,
      CONVERSION_PATH.toUpperCase(),
      CONVERSION_PATH.replace('-', '%2D'),
      '/llms.txt/',
      '/llms%2etxt',
      '/LLMS.txt',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/%',
      '/%zz',
      '/%00',
      '/\\..\\x',
      '//',
      '/?',
      '*',
      'http://elsewhere.example/x',
    ]) {
      const client = await rawClient(port)
      client.send(`GET ${path} HTTP/1.1\nHost: a\nConnection: close\n\n`)
      expect(await client.closed, path).toContain('fallback')
    }
  })

  it('responds with 404 at other paths if there is no site', async () => {
    const { url } = await start()
    expect((await fetch(url)).status).toBe(404)
  })

  it('sends no body in response to HEAD', async () => {
    const { port } = await start({ site: () => new Response('facts') })
    const client = await rawClient(port)
    client.send('HEAD /llms.txt HTTP/1.1\nHost: a\n\n')
    client.send('HEAD /facts HTTP/1.1\nHost: a\nConnection: close\n\n')
    const parts = (await client.closed).split('\r\n\r\n')
    expect(parts).toHaveLength(3)
    expect(parts[0]).toMatch(/^HTTP\/1.1 200 /)
    expect(parts[2]).toBe('')
  })

  it('sends a 304 without a body and keeps the connection open', async () => {
    const { port } = await start({
      site: (request) =>
        request.headers.has('If-None-Match')
          ? new Response(null, { status: 304 })
          : new Response('facts'),
    })
    const client = await rawClient(port)
    client.send('GET /llms.txt HTTP/1.1\nHost: a\nIf-None-Match: "1"\n\n')
    client.send('GET /llms.txt HTTP/1.1\nHost: a\nConnection: close\n\n')
    expect(await client.closed).toMatch(/^HTTP\/1.1 304 [^]*\r\n\r\nHTTP\/1.1 200 [^]*facts/)
  })

  it('responds with 500 if a handler throws, and omits the error message from response and log', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { url } = await start({
      handle: () => {
        throw new TypeError('secret')
      },
      site: () => Promise.reject(new RangeError('secret')),
    })

    const [handled, fetched] = [await fetch(url + CONVERSION_PATH), await fetch(url)]
    expect([handled.status, fetched.status]).toEqual([500, 500])
    expect((await handled.text()) + (await fetched.text())).not.toContain('secret')
    expect(stderr.mock.calls.map(([line]) => String(line).split('\n')[0])).toEqual([
      '[@conversion-capi/node] GET failed with status 500: TypeError',
      '[@conversion-capi/node] GET failed with status 500: RangeError',
    ])
    expect(JSON.stringify(stderr.mock.calls)).not.toContain('secret')
  })

  it('logs nothing if the client has disconnected', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { promise: failed, resolve } = Promise.withResolvers<unknown>()
    const { port, url } = await start({
      handle: (request) =>
        request.text().catch((error) => {
          resolve(error)
          throw error
        }) as Promise<never>,
    })
    const client = await rawClient(port)
    client.send(`POST ${CONVERSION_PATH} HTTP/1.1\nHost: a\nContent-Length: 100\n\nhalf`)
    client.socket.end()
    expect(await failed).toBeInstanceOf(Error)
    await fetch(url)
    expect(stderr).not.toHaveBeenCalled()
  })

  it('aborts a response whose body stream fails, and keeps serving', async () => {
    const { url } = await start({
      site: ({ url }) => {
        if (url.endsWith('/ok')) return new Response('ok')
        const chunks = [new TextEncoder().encode('half')]
        return new Response(
          new ReadableStream({
            pull(controller) {
              const chunk = chunks.pop()
              if (chunk) controller.enqueue(chunk)
              else controller.error(new Error('secret'))
            },
          }),
        )
      },
    })
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow(TypeError)
    expect(await (await fetch(`${url}/ok`)).text()).toBe('ok')
  })

  it('runs several servers at once and removes their signal listeners on close, if signals is not false', async () => {
    const before = countSignalListeners()
    const first = await start({ site: () => new Response('first') })
    const second = await start({ site: () => new Response('second') })
    expect(countSignalListeners()).toEqual(before.map((count) => count + 2))

    await first.close()
    await first.close()
    expect(await (await fetch(second.url)).text()).toBe('second')
    await expect(fetch(first.url)).rejects.toThrow('fetch failed')
    await second.close()
    expect(countSignalListeners()).toEqual(before)
    await start({ signals: false })
    expect(countSignalListeners()).toEqual(before)
  })

  it('returns a connectable URL, and ignores the HOST environment variable', async () => {
    vi.stubEnv('HOST', 'no-such-host.invalid')
    const local = await start()
    expect(local.url).toBe(`http://127.0.0.1:${local.port}`)
    const everywhere = await start({ hostname: undefined })
    expect(everywhere.url).toBe(`http://localhost:${everywhere.port}`)
  })

  it('rejects with the port and the cause if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const listeners = countSignalListeners()

    const error = await start({ port }).catch((error: Error) => error)
    expect(error).toMatchObject({
      message: expect.stringMatching(new RegExp(`^Port ${port} is already in use. Stop`)),
      cause: { code: 'EADDRINUSE' },
    })
    expect(countSignalListeners()).toEqual(listeners)
    other.close()
  })

  it('rejects invalid options, and reads PORT', async () => {
    await expect(start({ hostname: '' })).rejects.toThrow('Option "hostname" is empty.')
    await expect(start({ port: 70_000 })).rejects.toThrow('The port option must be an integer')
    vi.stubEnv('PORT', 'http')
    await expect(startServer(() => new Response(), {})).rejects.toThrow(
      'The PORT environment variable must be an integer from 0 to 65535, got "http"',
    )
  })
})

describe('an unusable response of site', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'a value of type undefined. Return a Response.'],
    ['null', null, 'a value of type null. Return a Response.'],
    ['a string', 'facts', 'a value of type string. Return a Response.'],
    ['an object', { status: 200, body: 'facts' }, 'a value of type object. Return a Response.'],
    ['Response.error()', Response.error(), 'Response.error(). Return a Response with a status.'],
  ])(
    'is replaced by a 500, and the log says why, if site returns %s',
    async (_, value, problem) => {
      const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
      const { url } = await start({ site: () => value as Response })
      const response = await fetch(url)
      expect([response.status, await response.text()]).toEqual([500, 'Internal server error\n'])
      expect(stderr.mock.calls).toEqual([
        [`[@conversion-capi/node] GET failed with status 500: Option "site" returned ${problem}`],
      ])
    },
  )

  it('is replaced by a 500, and the log says why, if site returns the same Response twice', async () => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => {})
    const same = new Response('facts')
    const { url } = await start({ site: () => same })
    expect(await (await fetch(url)).text()).toBe('facts')
    expect((await fetch(url)).status).toBe(500)
    expect(stderr.mock.calls).toEqual([
      [expect.stringContaining('a Response whose body was already read. Return a new Response')],
    ])
  })
})

it.each([
  [
    'EADDRINUSE',
    'nowhere',
    /^Port 80 is already in use. Stop .* another port with the port option/,
  ],
  [
    'EACCES',
    'nowhere',
    /^Port 80 requires elevated privileges. Choose a port from 1024 up with the/,
  ],
  ['EADDRNOTAVAIL', 'nowhere', /^Port 80 cannot be opened on "nowhere" \(EADDRNOTAVAIL\). Set the/],
  // No advice on an option that was not set.
  ['EMFILE', undefined, /^Port 80 cannot be opened \(EMFILE\).$/],
])('says how to fix %s on %s', (code, hostname, message) => {
  expect(describeListenError(code, 80, hostname)).toMatch(message)
})

it('logs an error by its name and its stack frames', () => {
  const write = vi.spyOn(console, 'error').mockImplementation(() => {})
  const log = (error: unknown): string => {
    logError('POST', error)
    return String(write.mock.lastCall)
  }
  const start = '[@conversion-capi/node] POST failed with status 500: '
  const [first, frame] = log(new TypeError('x')).split('\n')
  expect([first, frame]).toEqual([
    `${start}TypeError`,
    expect.stringMatching(/^ +at .*start-server\.test\.ts/),
  ])
  // A message that looks like a stack frame, and a stack that does not begin with name and message.
  expect(log(new Error('for ada@example.com\n    at ada@example.com'))).not.toContain('ada@')
  const stack = 'Error: first for ada@example.com\n    at somewhere'
  expect(log(Object.assign(new Error('for ada@example.com'), { stack }))).toBe(`${start}Error`)
  expect(log('ada@example.com')).toBe(`${start}string`)
})

function countSignalListeners(): number[] {
  return [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]
}
