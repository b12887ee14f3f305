import { request } from 'node:http'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

/** The status of the proxy's answer to a method, also to those that `fetch` does not send. */
export function statusOf(method: string, origin: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + CONVERSION_PATH, { method }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
    sent.on('error', reject).end()
  })
}
