import { HASHED } from './hashed.ts'

/** Answers with the stand-in for Meta's `fbevents.js`. */
export function pixelScript(): Response {
  return new Response(SCRIPT, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
}

// It runs under the page's conditions: whatever the page replaced or switched off (fetch, cookies,
// the console), nothing may throw into it.
const SCRIPT = String.raw`// A stand-in for Meta's fbevents.js: it talks to the emulator it came from and to nobody else.
;(function () {
  'use strict'
  const FBP_SECONDS = 90 * 24 * 60 * 60
  const MAX_KEEPALIVE_LENGTH = 60000
  const HASHED = ${HASHED}

  const pixels = new Map() // id -> advanced matching, hashed values only
  const held = [] // hits that wait for consent
  let isRevoked = false
  let endpoint

  const commands = {
    init(id, matching) {
      pixels.set(String(id), { ...pixels.get(String(id)), ...hashedOnly(matching) })
      ensureFbp()
    },
    track: trackAll,
    trackCustom: trackAll,
    trackSingle: trackOne,
    trackSingleCustom: trackOne,
    consent(state) {
      isRevoked = state === 'revoke'
      if (pixels.size > 0) ensureFbp()
      while (!isRevoked && held.length > 0) send(held.shift())
    },
  }

  try {
    install()
  } catch (error) {
    warn('not installed: ' + error)
  }

  function install() {
    const fbq = window.fbq || (window.fbq = function () { fbq.callMethod(...arguments) })
    if (fbq.callMethod) return // The script is on the page twice.

    window._fbq = window._fbq || fbq
    endpoint = findEndpoint()
    // Calls go to the queue until callMethod is set: what is called meanwhile keeps its place.
    const queue = fbq.queue || (fbq.queue = [])
    while (queue.length > 0) run(queue.shift())
    fbq.callMethod = function () { run(arguments) }
  }

  function run(call) {
    try {
      const [command, ...args] = call
      // The commands that only configure Meta's pixel ('set', 'dataProcessingOptions') do nothing.
      if (Object.hasOwn(commands, command)) commands[command](...args)
    } catch (error) {
      warn('a call failed: ' + error)
    }
  }

  function trackAll(name, data, options) {
    if (pixels.size === 0) warn('track was called before init; nothing is sent')
    for (const id of pixels.keys()) trackOne(id, name, data, options)
  }

  function trackOne(id, name, data, options) {
    const matching = pixels.get(String(id))
    if (!matching) return warn('trackSingle was called before init; nothing is sent')

    const hit = new URLSearchParams({ id, ev: name, dl: location.href, rl: document.referrer, ts: Date.now() })
    if (options && options.eventID) hit.set('eid', options.eventID)
    append(hit, 'cd', data)
    append(hit, 'ud', matching)
    if (isRevoked) held.push(hit)
    else send(hit)
  }

  function send(hit) {
    ensureFbp()
    for (const name of ['fbp', 'fbc']) {
      const value = readCookie('_' + name)
      if (value) hit.set(name, value)
    }
    const body = hit.toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const keepalive = body.length < MAX_KEEPALIVE_LENGTH
    try {
      fetch(endpoint, { method: 'POST', headers, body, keepalive, credentials: 'omit' })
        .then(explain)
        .catch(ignore)
    } catch {
      new Image().src = endpoint + '?' + body
    }
  }

  async function explain(response) {
    // Read in any case: until then the browser counts the hit against the page's keepalive quota.
    const text = await response.text()
    if (!response.ok) warn(JSON.parse(text).error.message)
  }

  function append(hit, prefix, values) {
    for (const [key, value] of Object.entries(values || {})) {
      if (value !== undefined && value !== null) hit.append(prefix + '[' + key + ']', toText(value))
    }
  }

  function toText(value) {
    try {
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    } catch {
      return ''
    }
  }

  // Meta's pixel hashes what it is given; this one sends nothing that was ever typed.
  function hashedOnly(matching) {
    return Object.fromEntries(
      Object.entries(matching || {}).filter(([, value]) => typeof value === 'string' && HASHED.test(value)),
    )
  }

  function ensureFbp() {
    if (isRevoked || readCookie('_fbp')) return
    const value = 'fb.1.' + Date.now() + '.' + Math.floor(Math.random() * 1e18)
    try {
      document.cookie = '_fbp=' + value + '; path=/; max-age=' + FBP_SECONDS + '; SameSite=Lax'
    } catch {}
  }

  function readCookie(name) {
    try {
      return new RegExp('(?:^|; )' + name + '=([^;]*)').exec(document.cookie)?.[1]
    } catch {
      return undefined // A sandboxed frame has no cookies.
    }
  }

  function findEndpoint() {
    const script = document.currentScript || document.querySelector('script[src*="/en_US/fbevents.js"]')
    return new URL('../tr', script.src).href
  }

  function warn(message) {
    try {
      console.warn('[emulated pixel] ' + message)
    } catch {}
  }

  function ignore() {}
})()
`
