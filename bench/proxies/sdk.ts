import {
  CustomData,
  EventRequest,
  FacebookAdsApi,
  HttpServiceClientConfig,
  ServerEvent,
  UserData,
} from 'facebook-nodejs-business-sdk'

import { ACCESS_TOKEN, type LEAD, PIXEL_ID, type Send, type Upstream } from './proxy.ts'

/**
 * Sends events with Meta's SDK. Nothing is checked.
 *
 * @param upstream Without `fetch`, the SDK sends its requests with axios, its default. With `fetch`, it uses the SDK's
 *   documented replacement of the HTTP layer, which is faster, because axios does not run.
 */
export function createSdkSender({
  graphUrl,
  fetch,
}: Pick<Upstream, 'graphUrl'> & Partial<Upstream>): Send {
  // Also keeps the SDK's crash reports on this machine.
  Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => graphUrl })
  if (fetch) HttpServiceClientConfig.setClient(httpService(fetch))

  return async function send(body, { userAgent = '', ip = '' }) {
    const event = JSON.parse(body) as typeof LEAD
    const { fbp, fbc, external_id, em, ph, fn, ln } = event.user_data
    const userData = new UserData()
      .setFbp(fbp)
      .setFbc(fbc)
      .setExternalId(external_id)
      .setEmail(em)
      .setPhone(ph)
      .setFirstName(fn)
      .setLastName(ln)
      .setClientUserAgent(userAgent)
      .setClientIpAddress(ip)
    const { value, currency, content_name } = event.custom_data
    const customData = new CustomData()
      .setValue(value)
      .setCurrency(currency)
      .setContentName(content_name)
    const serverEvent = new ServerEvent()
      .setEventName(event.event_name)
      .setEventId(event.event_id)
      .setEventSourceUrl(event.event_source_url)
      .setEventTime(Math.floor(Date.now() / 1000))
      .setActionSource('website')
      .setUserData(userData)
      .setCustomData(customData)

    const upstream = await new EventRequest(ACCESS_TOKEN, PIXEL_ID, [serverEvent]).execute()
    const { events_received, messages, fbtrace_id } = upstream
    return JSON.stringify({ ok: true, upstream: { events_received, messages, fbtrace_id } })
  }
}

function httpService(fetch: Upstream['fetch']) {
  return {
    async executeRequest(url: string, method: string, headers: object, params: object) {
      const response = await fetch(url, {
        method,
        headers: headers as Record<string, string>,
        body: JSON.stringify(params),
      })
      return (await response.json()) as object
    },
  }
}
