import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

import type { ServerEvent } from '@conversion-capi/core/protocol'
import { startServer } from '@conversion-capi/test-support'

/** A request that the proxy sent upstream. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: { data: [ServerEvent]; access_token: string }
}

/** A running upstream. */
export interface ScriptedUpstream {
  url: string
  /** Returns the requests that carried an event, oldest first. */
  received: (eventId: string) => ReceivedRequest[]
  close: () => Promise<void>
}

/**
 * Starts an upstream on a loopback port. The event selects the response: the part of its event_id before the
 * first colon names a script below, e.g. `error-400:<uuid>`. So one upstream serves the whole suite, and the
 * proxy may run in another process.
 */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const requests: ReceivedRequest[] = []
  const { url, close } = await startServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const body = (await json(request)) as ReceivedRequest['body']
    requests.push({ method, path, headers, body })

    const eventId = body.data[0].event_id
    const respond = SCRIPTS[eventId.split(':', 1)[0]!] ?? accept
    respond(response, { attempt: received(eventId).length, token: body.access_token })
  })
  return { url, received, close }

  function received(eventId: string): ReceivedRequest[] {
    return requests.filter(({ body }) => body.data[0].event_id === eventId)
  }
}

/** Sends a response, or does not. `attempt` counts from 1. */
type Respond = (response: ServerResponse, context: { attempt: number; token: string }) => void

const accept: Respond = (response) =>
  sendJson(response, 200, { events_received: 1, messages: [], fbtrace_id: 'Aaccepted' })

const SCRIPTS: Record<string, Respond> = {
  'accept-201': (response) => sendJson(response, 201, { events_received: 1 }),
  'accept-html': (response) => sendHtml(response, 200),
  'accept-array': (response) => sendJson(response, 200, ['accepted']),
  'error-400': (response) => sendError(response, 400, { code: 100, error_subcode: 2804003 }),
  'error-401': (response) => sendError(response, 401, { code: 190 }),
  'error-html': (response) => sendHtml(response, 404),
  'error-long': (response) => response.writeHead(400).end('x'.repeat(5000)),
  redirect: (response) => response.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
  'echo-token': (response, { token }) =>
    sendError(response, 401, { code: 190, message: `Malformed access token ${token}` }),
  'echo-token-raw': (response, { token }) => response.writeHead(400).end(`<p>${token}${token}</p>`),
  'echo-token-escaped': (response, { token }) =>
    response
      .writeHead(400)
      .end(`{"error":{"message":"\\u00${toHex(token[0]!)}${token.slice(1)}"}}`),
  'throttled-once': first((response) => sendError(response, 400, { code: 613 })),
  'transient-once': first((response) =>
    sendError(response, 400, { code: 100, is_transient: true }),
  ),
  'reset-once': first((response) => response.destroy()),
  'truncated-once': first(sendTruncated),
  '503-then-reset': first(
    (response) => sendError(response, 503, { code: 2 }),
    (response) => response.destroy(),
  ),
  503: (response) => sendError(response, 503, { code: 2 }),
  429: (response) => sendError(response, 429, { code: 4 }),
  reset: (response) => response.destroy(),
  hang: () => {},
  endless: (response) => {
    response.writeHead(200)
    const write = (): void => {
      while (!response.destroyed && response.write('{"events_received":'.repeat(1000)));
    }
    response.on('drain', write)
    write()
  },
}

/** Responds to the first attempt, and otherwise to the others. */
function first(respond: (response: ServerResponse) => void, others: Respond = accept): Respond {
  return (response, context) => (context.attempt === 1 ? respond : others)(response, context)
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function sendError(response: ServerResponse, status: number, error: object): void {
  sendJson(response, status, {
    error: { message: 'No', type: 'OAuthException', fbtrace_id: 'Arejected', ...error },
  })
}

function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Maintenance</h1>')
}

function sendTruncated(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Length': '500' })
  response.write('{"events_received":', () => response.destroy())
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}
