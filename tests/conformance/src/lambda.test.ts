import { createHandler, readConfig } from '@conversion-capi/core'
import { toLambdaHandler } from 'srvx/aws-lambda'

import { describeConformance, type StartHost } from './index.ts'

type Handle = (
  event: unknown,
  context: unknown,
) => Promise<{ statusCode: number; headers: Record<string, string>; body: string }>

const start: StartHost = (env) => {
  const handle = createHandler({ config: readConfig(env) })
  const handler = toLambdaHandler({ fetch: (request) => handle(request) }) as Handle
  return {
    async handle(request) {
      const { statusCode, headers, body } = await handler(await toEvent(request), {})
      return new Response(statusCode === 204 ? null : body, { status: statusCode, headers })
    },
  }
}

describeConformance('AWS Lambda with a function URL', start, {
  decidedByTheHost: {
    'rejects an endless body with 413 without reading it to the end':
      'Lambda passes the whole body, of up to 6 MB.',
  },
})

/**
 * Returns the event of a request to a function URL.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads
 */
async function toEvent(request: Request): Promise<object> {
  const { pathname, search, host } = new URL(request.url)
  const headers = { host, ...Object.fromEntries(request.headers) }
  const isText = /json|^text/.test(request.headers.get('Content-Type') ?? '')
  const body = Buffer.from(await request.arrayBuffer())
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers,
    requestContext: {
      domainName: host,
      http: {
        method: request.method,
        path: pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '203.0.113.7',
      },
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}
