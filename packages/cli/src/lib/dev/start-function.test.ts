import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { writeProject } from '../project/write-project.fixture.ts'
import { functionEnvironment, startFunction } from './start-function.ts'

const ENV = { META_PIXEL_ID: '1234567890' }

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Runs a `server.ts` that responds with the IP it listens on and its variables. */
async function runServer(listen: string, names: string[] = []) {
  const server = `
import { createServer } from 'node:http'
const port = process.env.PORT
const server = createServer((request, response) => {
  response.end(JSON.stringify({ address: server.address(), env: process.env }))
})
server.${listen}
`
  const dir = await writeProject({ 'server.ts': server })
  const running = await startFunction(await loadProject(dir), process.execPath, ENV, names)
  try {
    const response = await running.handle(new Request(`http://localhost${CONVERSION_PATH}`))
    return (await response.json()) as { address: { address: string }; env: NodeJS.ProcessEnv }
  } finally {
    await running.close()
  }
}

describe('startFunction()', () => {
  it.each([
    'listen(port)',
    'listen(port, () => {})',
    'listen(Number(port), "0.0.0.0", 10, () => {})',
    'listen({ port: Number(port), host: "::" })',
    'listen({ port })',
    'listen(port, "127.0.0.1")',
  ])('accepts local connections only, although server.ts calls %s', async (listen) => {
    expect((await runServer(listen)).address.address).toBe('127.0.0.1')
  })

  it('keeps a local hostname that server.ts names', async () => {
    expect((await runServer('listen(port, "localhost")')).address.address).toMatch(/^127|^::1$/)
  })

  it('passes no variable of the shell that the function does not need', async () => {
    vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_1')
    vi.stubEnv('META_ACCESS_TOKEN', 'EAAB')
    vi.stubEnv('NODE_OPTIONS', '--no-warnings')
    vi.stubEnv('HOST', '0.0.0.0')
    const { env } = await runServer('listen(port)')
    expect(JSON.stringify(env)).not.toMatch(/sk_live_1|EAAB/)
    expect(Object.keys(env)).toEqual(expect.arrayContaining(['META_PIXEL_ID', 'PATH', 'PORT']))
    expect(Object.keys(env)).not.toContain('HOST')
  })

  it('passes the variables that the developer names', async () => {
    vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1')
    const { env } = await runServer('listen(port)', ['STRIPE_SECRET_KEY'])
    expect(env['STRIPE_SECRET_KEY']).toBe('sk_test_1')
  })

  it.each([
    ['META_ACCESS_TOKEN', 'META_ACCESS_TOKEN cannot be passed to the function.'],
    ['NOT_SET', 'NOT_SET is not set. Set it, or remove it from --env.'],
  ])('throws for the name %s', async (name, message) => {
    await expect(runServer('listen(port)', [name])).rejects.toThrow(message)
  })

  it('throws if a file has the name of its folder', async () => {
    const dir = await writeProject({ 'server.ts': '', '.conversion-capi': '' })
    await expect(startFunction(await loadProject(dir), process.execPath, ENV)).rejects.toThrow(
      'delete .conversion-capi if it is a file',
    )
  })

  it('throws for names if the function is a Worker, which reads no variables of the shell', () => {
    expect(() => functionEnvironment({ A: '1' }, ['A'], 'cloudflare')).toThrow('wrangler.jsonc')
    expect(functionEnvironment({ A: '1', Path: 'x' }, [], 'cloudflare')).toEqual({ Path: 'x' })
  })
})
