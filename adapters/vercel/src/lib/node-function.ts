import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdapterOptions } from '@conversion-capi/core'
import { nodeFetch } from '@conversion-capi/core/node-fetch'
import { toNodeHandler } from 'srvx/node'

import { createFunction as createWebFunction } from './function.ts'

// Structural types, so that the published types compile without `@types/node`.

/** The part of Node's `IncomingMessage` that identifies it, with the `body` that body parsers add. */
export interface NodeRequest {
  headers: { 'content-length'?: string | undefined }
  readableEnded: boolean
  read: () => unknown
  body?: unknown
}

/** The part of Node's `ServerResponse` that identifies it. */
export interface NodeResponse {
  headersSent: boolean
  writableEnded: boolean
}

/**
 * A function with Node's classic signature, as Vercel and the Next.js `pages/api` folder call it. Assignable to
 * `http.RequestListener` and to `VercelApiHandler` of `@vercel/node`.
 */
export type NodeFunction = (req: NodeRequest, res: NodeResponse) => Promise<void>

/**
 * Creates the conversion proxy with the classic Node.js signature `(req, res)`.
 *
 * Same defaults as `createFunction` of `@conversion-capi/vercel`. If a body parser has already read the
 * request body, the body is restored from `req.body`.
 *
 * @param options Overrides the defaults. If `config` is given, the environment is not read.
 * @returns A function to export as default. Its promise resolves after the response is written.
 */
export function createFunction(options: AdapterOptions = {}): NodeFunction {
  const { fetch = nodeFetch } = options
  const handle = toNodeHandler(createWebFunction({ ...options, fetch }).fetch) as (
    req: IncomingMessage,
    res: ServerResponse,
  ) => Promise<void>

  return async function handleNodeRequest(req, res) {
    // srvx reads `rawBody` instead of the stream if it is set.
    if (req.readableEnded) Object.assign(req, { rawBody: restoreBody(req) })
    await handle(req as IncomingMessage, res as ServerResponse)
  }
}

/** Returns the bytes of a body that was already read. Exact for JSON, text and binary content types. */
function restoreBody(req: NodeRequest): Buffer {
  // Body parsers turn an empty JSON body into `{}`.
  if (req.headers['content-length'] === '0') return Buffer.alloc(0)

  // Vercel's helpers replay the body they read, for any content type.
  const replayed = req.read()
  if (Buffer.isBuffer(replayed)) return replayed

  let body: unknown
  try {
    body = req.body
  } catch {
    // Vercel's getter throws for malformed JSON.
  }
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''))
}
