import { toScriptJson } from './to-script-json.ts'

/**
 * The routing rule of specification 4.2, as a script: a directory-style path, one whose last segment has no
 * dot, is looked for on the main site.
 *
 * The visitor always arrives at the main site's host, whatever the path says, because the path is written
 * behind a whole origin; slashes that could make a host of it further on are one.
 *
 * @param mainSite An origin, without a slash at the end.
 */
export function redirectScript(mainSite: string): string {
  return `
(() => {
  const mainSite = ${toScriptJson(mainSite)}
  const { origin, pathname, search, hash, href } = location
  const isFile = pathname.split('/').pop().includes('.')
  // Hosts that strip ".html" serve this file as /404.
  if (isFile || origin === mainSite || /^\\/404\\/?$/.test(pathname)) return
  // A main site that sends its visitors back would do so for ever.
  try {
    const [sent, time] = JSON.parse(sessionStorage.getItem('page-shell') || '[]')
    if (sent === href && Date.now() - time < 10000) return
    sessionStorage.setItem('page-shell', JSON.stringify([href, Date.now()]))
  } catch {}
  location.replace(mainSite + pathname.replace(/^\\/+/, '/') + search + hash)
})()
`
}
