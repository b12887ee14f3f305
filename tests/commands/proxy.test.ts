import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cleanEnvironment, startServer } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { describe, expect, it, onTestFinished } from 'vitest'

import { deployProject } from '../../packages/cli/src/lib/probe/deploy-project.fixture.ts'
import { writeProject } from '../../packages/cli/src/lib/project/write-project.fixture.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
const META = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }
const GRAPH = 'graph.facebook.com:443'
const LEADS =
  'event_id,event_name,event_time,action_source,user_data.em\n1,Lead,NOW,email,a@school.example\n'

describe('behind a proxy', () => {
  it.each<[argv: string[], target: string]>([
    [['doctor'], GRAPH],
    [['report'], GRAPH],
    [['send', 'leads.csv', '--max-wait-minutes=0'], GRAPH],
    [['probe', 'https://nord.example', '--dir', 'PROJECT'], 'nord.example:443'],
    [['init', 'new', '--yes', '--builder=https://school.example'], 'school.example:443'],
    [['visit', 'https://school.example'], 'school.example:443'],
  ])('%j connects through it', async (argv, target) => {
    const proxy = await startProxy()
    const project = await writeProject()
    const cwd = await createFolder()
    const now = String(Math.floor(Date.now() / 1000))
    await writeFile(join(cwd, 'leads.csv'), LEADS.replace('NOW', now))
    const args = argv.map((each) => (each === 'PROJECT' ? project : each))
    const { output } = await runBin(args, cwd, { HTTPS_PROXY: proxy.url, ...META })
    expect(proxy.targets, output).toContain(target)
    if (argv[0] !== 'send') {
      expect(output).toContain('the proxy rejects the connection')
      expect(output).toContain('HTTPS_PROXY')
    }
    expect(output).not.toContain('secret')
  })

  it('probe reads a deployment through it, and a server of this machine without it', async () => {
    const { dir, origin } = await deployProject()
    const proxy = await startProxy(new URL(origin).port)
    const env = { http_proxy: proxy.url.replace('http://', '') }
    const there = await runBin(['probe', 'http://nord.example', '--dir', dir, '--json'], dir, env)
    expect(JSON.parse(there.output).findings).toContainEqual(
      expect.objectContaining({ code: 'endpoint-verified' }),
    )
    const before = proxy.targets.length
    const here = await runBin(['probe', origin, '--dir', dir, '--json'], dir, env)
    expect(here.output).toContain('endpoint-verified')
    expect(proxy.targets).toHaveLength(before)
  })

  it('visit requests the pages through it', async () => {
    const { dir, origin } = await deployProject()
    const proxy = await startProxy(new URL(origin).port)
    const env = { HTTP_PROXY: proxy.url }
    const { output } = await runBin(['visit', 'http://nord.example', '--dir', dir], dir, env)
    expect(output).toMatch(/Pages visited: [1-9]/)
    expect(proxy.targets.length).toBeGreaterThan(1)
  })

  it('NO_PROXY leaves a hostname out', async () => {
    const proxy = await startProxy()
    const env = { HTTPS_PROXY: proxy.url, NO_PROXY: '.invalid' }
    const dir = await writeProject()
    const { output } = await runBin(['probe', 'https://school.invalid', '--dir', dir], dir, env)
    expect(proxy.targets).toEqual([])
    expect(output).toContain('the hostname does not exist')
  })

  it.each(['x y', 'http://127.0.0.1:1'])('names the variable if it is %s', async (value) => {
    const dir = await writeProject()
    const args = ['probe', 'https://school.invalid', '--dir', dir]
    const { output } = await runBin(args, dir, { HTTPS_PROXY: value })
    expect(output).toContain('or the proxy of HTTPS_PROXY failed')
  })
})

/** A proxy that connects every hostname to a port of this machine, or rejects all connections. */
async function startProxy(port?: string) {
  const targets: string[] = []
  const sockets: Socket[] = []
  const { server, url, close } = await startServer()
  server.on('connect', async ({ url: target }, client: Socket) => {
    targets.push(target!)
    sockets.push(client.on('error', () => {}))
    if (port === undefined) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const upstream = connect(Number(port), '127.0.0.1').on('error', () => client.destroy())
    sockets.push(upstream)
    await once(upstream, 'connect')
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    client.pipe(upstream).pipe(client)
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await close()
  })
  return { url: url.replace('//', '//user:secret@'), targets }
}

function runBin(args: string[], cwd: string, env: Record<string, string>) {
  return new Promise<{ output: string }>((resolve) => {
    const options = { cwd, env: { ...cleanEnvironment(), ...env } }
    execFile(process.execPath, [BIN, ...args], options, (_, stdout, stderr) =>
      resolve({ output: stdout + stderr }),
    )
  })
}
