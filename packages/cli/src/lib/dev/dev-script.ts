/** Paths that only the development server has. */
export const DEV_PATHS = {
  script: '/_dev/dev.js',
  changes: '/_dev/changes',
  violations: '/_dev/violations',
} as const

/**
 * The script that the development server adds to every page: reloads the page after a change, and shows the problems
 * of the site and a link to the emulator in a corner. The URL of the script ends with the version of the page.
 *
 * @param problems The problems, one line each.
 */
export function devScript(problems: string[]): string {
  return `(() => {
  let [, version] = document.currentScript.src.split('?')
  new EventSource('${DEV_PATHS.changes}').onmessage = ({ data }) => {
    if (version !== data) location.reload()
    version = data
  }
  const problems = ${JSON.stringify(problems).replaceAll('<', String.raw`\u003c`)}
  const host = document.createElement('aside')
  host.setAttribute('aria-label', 'Development')
  const root = host.attachShadow({ mode: 'open' })
  root.innerHTML = \`<style>
    :host { position: fixed; inset: auto 0.75rem 0.75rem auto; z-index: 2147483647; max-width: min(40rem, calc(100vw - 1.5rem)); }
    div { font: 0.8125rem/1.4 system-ui, sans-serif; color: #fff; background: #1d2433; border-radius: 0.5rem; padding: 0.5rem 0.75rem; display: flow-root; }
    a { color: #a9c7ff; line-height: 1.625rem; }
    ul { margin: 0.5rem 0 0; padding: 0 0 0 1rem; overflow-wrap: anywhere; max-height: 40vh; overflow-y: auto; }
    button { float: right; margin-inline-start: 0.75rem; font: inherit; color: inherit; background: none; border: 1px solid #8a94a8; border-radius: 0.25rem; min-width: 1.5rem; min-height: 1.5rem; cursor: pointer; }
  </style><div lang="en" dir="ltr"><button type="button" aria-label="Hide">×</button><a href="/emulator/" target="_blank">Events</a></div>\`
  root.querySelector('button').onclick = () => host.remove()
  if (problems.length > 0) {
    const list = document.createElement('ul')
    for (const problem of problems) list.append(Object.assign(document.createElement('li'), { textContent: problem }))
    root.querySelector('div').append(list)
  }
  document.body.append(host)
})()
`
}

/** Returns the tag that adds the development script to a page of a version of the site. */
export function devScriptTag(version: number): string {
  return `<script src="${DEV_PATHS.script}?${version}"></script>`
}
