import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

export const DEV_PATHS = {
  script: '/_dev/dev.js',
  changes: '/_dev/changes',
  violations: '/_dev/violations',
  unsent: '/_dev/unsent',
} as const

/**
 * The script that the development server adds to every page: reloads the page after a change, and shows the findings
 * and a link to the emulator in a corner that has no form. The URL of the script ends with the version of the page. It
 * also reports that the page has sent no event.
 */
export const DEV_SCRIPT = `(() => {
  let [, version] = document.currentScript.src.split('?')
  new EventSource('${DEV_PATHS.changes}').onmessage = ({ data }) => {
    const state = JSON.parse(data)
    if (version !== state.version) location.reload()
    version = state.version
    show(state.problems)
  }
  const host = document.createElement('aside')
  host.setAttribute('aria-label', 'Development')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = \`<style>
    :host { position: fixed; z-index: 2147483647; max-width: min(40rem, calc(100vw - 1.5rem)); }
    div { font: 0.8125rem/1.625rem system-ui, sans-serif; color: #fff; background: #1d2433; border: 1px solid #8a94a8; border-radius: 0.5rem; padding: 0 0.75rem; display: flex; gap: 0.75rem; }
    a { color: #a9c7ff; }
    summary { cursor: pointer; }
    ul { margin: 0 0 0.5rem; padding: 0 0 0 1rem; line-height: 1.4; overflow-wrap: anywhere; max-height: 40vh; overflow-y: auto; }
  </style><div lang="en" dir="ltr"><a href="/emulator/" target="_blank">Events</a></div>\`
  function show(problems) {
    root.querySelector('details')?.remove()
    if (problems.length === 0) return
    const details = document.createElement('details')
    const list = document.createElement('ul')
    for (const problem of problems) list.append(Object.assign(document.createElement('li'), { textContent: problem }))
    details.append(Object.assign(document.createElement('summary'), { textContent: 'Findings: ' + problems.length }), list)
    root.querySelector('div').append(details)
    place()
  }
  const CORNERS = ['auto 0.75rem 0.75rem auto', 'auto auto 0.75rem 0.75rem', '0.75rem 0.75rem auto auto', '0.75rem auto auto 0.75rem']
  // Moves to the first corner in which it covers no control of a form.
  function place() {
    const controls = [...document.querySelectorAll('button, input, label, select, textarea')].map((each) => each.getBoundingClientRect())
    CORNERS.find((inset) => {
      host.style.inset = inset
      const { left, right, top, bottom } = host.getBoundingClientRect()
      return !controls.some((each) => each.left < right && each.right > left && each.top < bottom && each.bottom > top)
    })
  }
  addEventListener('scroll', place, { passive: true })
  addEventListener('resize', place)
  addEventListener('load', place)
  document.body.append(host)
  place()

  // A banner can pass the decision a moment later. A page in a frame can have no tracker.
  if (self === top) addEventListener('load', () => setTimeout(() => {
    const isSent = performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === '${CONVERSION_PATH}')
    if (!isSent) navigator.sendBeacon('${DEV_PATHS.unsent}')
  }, 1000))
})()
`

export function devScriptTag(version: number): string {
  return `<script src="${DEV_PATHS.script}?${version}"></script>`
}
