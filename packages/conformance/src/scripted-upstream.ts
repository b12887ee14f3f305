import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ServerEvent } from '@conversion-capi/core/protocol'

/** What reached the platform. */
export interface PlatformRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: { data: [ServerEvent]; access_token: string }
}

export interface ScriptedUpstream {
  url: string
  /** The requests that carried this event, in order. */
  received: (eventId: string) => PlatformRequest[]
  close: () => Promise<void>
}

/**
 * A platform on a loopback port whose answer is chosen by the event itself: an event_id that begins with
 * `html:` is answered with HTML, and so on. So one platform serves a whole suite, in whatever process the
 * proxy runs.
 */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const requests: PlatformRequest[] = []

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as PlatformRequest['body']
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body })

    const eventId = body.data[0].event_id
    const answer = SCRIPT[eventId.split(':', 1)[0]!] ?? accept
    answer(response, { attempt: received(eventId).length, token: body.access_token })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function received(eventId: string): PlatformRequest[] {
    return requests.filter(({ body }) => body.data[0].event_id === eventId)
  }
}

type Script = (response: ServerResponse, context: { attempt: number; token: string }) => void

const accept: Script = (response) =>
  json(response, 200, { events_received: 1, messages: [], fbtrace_id: 'Aaccepted' })

const SCRIPT: Record<string, Script> = {
  'accept-201': (response) => json(response, 201, { events_received: 1 }),
  'accept-html': (response) => html(response, 200),
  'accept-array': (response) => json(response, 200, ['accepted']),
  'error-400': (response) => graphError(response, 400, { code: 100, error_subcode: 2804003 }),
  'error-401': (response) => graphError(response, 401, { code: 190 }),
  'error-html': (response) => html(response, 404),
  'error-long': (response) => response.writeHead(400).end('x'.repeat(5000)),
  redirect: (response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
  'echo-token': (response, { token }) =>
    graphError(response, 401, { code: 190, message: `Malformed access token ${token}` }),
  'echo-token-raw': (response, { token }) => response.writeHead(400).end(`<p>${token}${token}</p>`),
  'echo-token-escaped': (response, { token }) =>
    response.writeHead(400).end(`{"error":{"message":"\\u00${hex(token[0]!)}${token.slice(1)}"}}`),
  'throttled-once': (response, { attempt, token }) =>
    attempt === 1 ? graphError(response, 400, { code: 613 }) : accept(response, { attempt, token }),
  'transient-once': (response, { attempt, token }) =>
    attempt === 1
      ? graphError(response, 400, { code: 100, is_transient: true })
      : accept(response, { attempt, token }),
  'reset-once': (response, { attempt, token }) =>
    attempt === 1 ? response.destroy() : accept(response, { attempt, token }),
  'truncated-once': (response, { attempt, token }) =>
    attempt === 1 ? breakOff(response) : accept(response, { attempt, token }),
  '503-then-reset': (response, { attempt }) =>
    attempt === 1 ? graphError(response, 503, { code: 2 }) : response.destroy(),
  503: (response) => graphError(response, 503, { code: 2 }),
  429: (response) => graphError(response, 429, { code: 4 }),
  reset: (response) => response.destroy(),
  hang: () => {},
  endless: (response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write('{"events_received":'.repeat(1000)));
    }
    response.on('drain', more)
    more()
  },
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function graphError(response: ServerResponse, status: number, error: object): void {
  json(response, status, {
    error: { message: 'No', type: 'OAuthException', fbtrace_id: 'Arefused', ...error },
  })
}

function html(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Maintenance</h1>')
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': '500' })
  response.write('{"events_received":', () => response.destroy())
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}
