import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import type { Client } from '../../http/request.ts'
import { createSiteReader, siteOrigins } from '../../http/site-reader.ts'
import { probeConfiguration, probePreflight } from '../probe-endpoint.ts'
import { finding } from '../probe-rules.ts'
import { isReadyScript, type Line } from './find-line.ts'

/**
 * Sends the preflights that browsers send for the events of the pages, to the endpoint of the project. Without a
 * project, to the endpoint in the lines, or to the usual path on the origin of the tracker if only this is a proxy.
 *
 * @param origin The origin of the pages.
 * @param expected The endpoint of the project.
 * @returns What the responses show, and which lines post events to another URL.
 */
export async function probeLineEndpoint(
  client: Client,
  origin: string,
  lines: Line[],
  expected: string | undefined,
): Promise<Finding[]> {
  const [first] = lines
  const endpoint = expected ?? (first && (await findEndpoint(client, origin, first)))
  if (endpoint === undefined) return []
  const results = await probeConfiguration({ client, endpoint, origin })
  for (const each of [origin, ...(await findCounterpart(client, origin))]) {
    results.push(...(await probePreflight({ client, endpoint, origin: each })))
  }
  const wrong = lines.filter((line) => line.endpoint !== endpoint)
  return [...wrong.map((line) => describeWrong(line, endpoint)), ...results]
}

function describeWrong({ page, tracker, endpoint: found }: Line, expected: string): Finding {
  return isReadyScript(tracker)
    ? finding('line-endpoint', { file: page.url }, { found, expected })
    : finding('script-disagrees', { file: tracker.url }, { endpoint: expected })
}

async function findEndpoint(client: Client, origin: string, line: Line): Promise<string> {
  const usual = new URL(CONVERSION_PATH, line.tracker.url).href
  if (usual === line.endpoint || (await isProxy(client, line.endpoint, origin))) {
    return line.endpoint
  }
  return (await isProxy(client, usual, origin)) ? usual : line.endpoint
}

/** Returns whether a URL responds to a preflight as a proxy does, even if it rejects the origin. */
async function isProxy(client: Client, endpoint: string, origin: string): Promise<boolean> {
  const [result] = await probePreflight({ client, endpoint, origin })
  return result?.code === 'origin-allowed' || result?.code === 'endpoint-origin'
}

/** Returns the origin with or without `www` if it serves pages, too, instead of redirecting to the other one. */
async function findCounterpart(client: Client, origin: string): Promise<string[]> {
  const [, other] = siteOrigins(new URL(origin))
  if (other === undefined) return []
  const url = new URL('/', other)
  const response = await createSiteReader(client, url).read(url, 1)
  const isServed = response.reason === undefined && response.status === 200
  return isServed && new URL(response.url).origin === other ? [other] : []
}
