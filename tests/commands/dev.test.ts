import { createServer } from 'node:http'
import { once } from 'node:events'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { type DevLine, type DevServer, runDev } from 'conversion-capi'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { copyExample } from './lib/copy-example.ts'
import { runCommand } from './lib/run-command.ts'

let dir: string

beforeEach(async () => {
  dir = await copyExample()
})

describe('runDev', () => {
  let site: DevServer
  let log: DevLine[]

  beforeEach(async () => {
    log = []
    site = await runDev({ dir, port: 0, log: (line) => log.push(line) })
  })

  afterEach(() => site.close())

  it('serves pages with the pixel of the emulator and the development script', async () => {
    const html = await (await fetch(site.url)).text()
    expect(html).toContain('src="/emulator/en_US/fbevents.js"')
    expect(html).not.toMatch(/facebook\.(?:net|com)/)
    expect(html).toMatch(/<script src="\/_dev\/dev\.js\?\d+"><\/script><\/body>/)
  })

  it.each([
    [
      { event_name: 'Lead', event_id: '1', user_data: { fbp: 'fb.1.1795170995788.1' } },
      'Lead accepted.',
    ],
    [
      { event_name: 'anna@family.example', event_id: '1' },
      'Event rejected by the proxy: Invalid event_name. The name is (not shown). Write one of PageView, ViewContent, InitiateCheckout, Lead, Schedule, Purchase, Subscribe, CompleteRegistration.',
    ],
  ])('describes the event %j', async (event, message) => {
    await fetch(new URL(CONVERSION_PATH, site.url), { method: 'POST', body: JSON.stringify(event) })
    expect(log.map((line) => line.message)).toContain(message)
  })

  it.each(['', 'null', '1', '[]', '{"csp-report":null}', '{"csp-report":{"blocked-uri":1}}'])(
    'responds with 204 to the report %j of a blocked request',
    async (body) => {
      const before = log.length
      const { status } = await fetch(`${site.url}_dev/violations`, { method: 'POST', body })
      expect(status).toBe(204)
      expect(log).toHaveLength(before)
    },
  )

  it('stops listening when it is closed', async () => {
    await site.close()
    await expect(fetch(site.url)).rejects.toThrow('fetch failed')
  })
})

describe('conversion-capi dev', () => {
  it('fails in a sentence if the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { code, stderr } = await runCommand(['dev', dir, `--port=${port}`])
    server.close()
    expect([code, stderr]).toEqual([
      1,
      `error: Port ${port} is already in use. Stop the program that listens on it, or choose another port with --port.\n`,
    ])
  })

  it('rejects a port that is not a number', async () => {
    const { code, stderr } = await runCommand(['dev', dir, '--port=http'])
    expect([code, stderr]).toEqual([
      2,
      'error: The port must be an integer from 0 to 65535, got "http".\n',
    ])
  })
})
