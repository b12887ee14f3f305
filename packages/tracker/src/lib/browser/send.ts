import type { EventRequest } from '@conversion-capi/core/protocol'

/**
 * Posts the event in a way that outlives the page. Cookies of the endpoint's host stay at home: it needs
 * none, and with them a cross-origin request would fail. The answer is read, because until then the
 * browser counts the event against the 64 KiB that a page may have under way.
 */
export function send(endpoint: string, event: EventRequest): void {
  fetch(endpoint, {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
    .then((response) => response.text())
    .catch(() => {})
}
