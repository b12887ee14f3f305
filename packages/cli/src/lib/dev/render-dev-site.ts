import { setImmediate } from 'node:timers/promises'

import type { Finding } from '@conversion-capi/content'
import { serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { type CommandError, escapeHtml, formatFinding } from '@conversion-capi/meta/terminal'

import { checkRendered } from '../check/check-rendered.ts'
import type { Project } from '../project/load-project.ts'
import { textOf } from '../site/read-files.ts'
import type { SiteCache } from '../site/read-site.ts'
import { allFiles, renderSite } from '../site/render-site.ts'
import { contentSecurityPolicy } from './blocked-hosts.ts'
import { DEV_PATHS, devScriptTag } from './dev-script.ts'

export type DevSite = Awaited<ReturnType<typeof renderDevSite>>

/** Nothing is written to disk. A page is rendered when it is requested. */
export async function renderDevSite(project: Project, version: number, cache: SiteCache) {
  const rendered = await renderSite(project, {
    tracker: { debug: true, endpoint: CONVERSION_PATH },
    cache,
  })
  const { sources, tracker, resources } = rendered
  const shared = [...sources.filter((file) => !('page' in file)), tracker, ...resources]
    .filter(({ contentType }) => /^text\/(?:html|css|javascript)/.test(contentType))
    .map(textOf)
  const tag = devScriptTag(version)
  const serveFile = serveResources([...allFiles(rendered), ...rendered.fallback])

  return {
    async serve({ url, method, headers: sent }: Request): Promise<Response> {
      const accept = sent.get('Accept')
      const response = await serveFile(
        new Request(url, { method, ...(accept !== null && { headers: { Accept: accept } }) }),
      )
      const type = response.headers.get('Content-Type') ?? ''
      const headers = new Headers(response.headers)
      // Otherwise a reloaded page could be the old one.
      headers.set('Cache-Control', 'no-store')
      headers.delete('ETag')
      if (method !== 'GET' || !/^text\/(?:html|javascript)/.test(type)) {
        return new Response(response.body, { status: response.status, headers })
      }
      headers.delete('Content-Length')
      const isPage = type.startsWith('text/html')
      const swapped = swapPixel(await response.text())
      const text = isPage ? mapOrigin(swapped, project.school.url) : swapped
      if (isPage) {
        const policy = contentSecurityPolicy([...shared, text], DEV_PATHS.violations)
        headers.set('Content-Security-Policy', policy)
      }
      const body = isPage ? addScript(text, tag) : text
      return new Response(body, { status: response.status, headers })
    },
    async check(): Promise<Finding[]> {
      for (const file of sources) {
        // Parses the page. Between two pages, the server responds to requests.
        if (file.page) await setImmediate()
      }
      return checkRendered(project, rendered)
    },
  }
}

/** Adds the development script to the end of the body, whose end tag is optional. */
function addScript(html: string, tag: string): string {
  const index = html.toLowerCase().lastIndexOf('</body>')
  const end = index === -1 ? html.length : index
  return html.slice(0, end) + tag + html.slice(end)
}

/** Makes a `<base>` and the URLs of scripts relative. Otherwise the page would load the published files. */
function mapOrigin(html: string, own: string): string {
  return html.replaceAll(
    /(<(?:base|script)\b[^>]*\s(?:href|src)\s*=\s*["']?)(https?:\/\/[^/"'\s>]+)(?:\/|(?=["'\s>]))/gi,
    (all, start: string, origin: string) => (origin.toLowerCase() === own ? `${start}/` : all),
  )
}

export function swapPixel(text: string): string {
  return text
    .replaceAll(
      /(?:https?:)?\/\/connect\.facebook\.net\/[\w-]+\/fbevents\.js/g,
      '/emulator/en_US/fbevents.js',
    )
    .replaceAll(/(?:https?:)?\/\/www\.facebook\.com\/tr\b\/?/g, '/emulator/tr')
}

export function errorPage({ message, findings }: CommandError, version: number): string {
  const items = findings.map((finding) => `<li>${escapeHtml(formatFinding(finding, false))}</li>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(message)}</title>
<style>
:root { color-scheme: light dark }
h1 { line-height: 1.2 }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 48rem; padding: 0 1rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>The site cannot be shown</h1>
<p>${escapeHtml(message)}</p>
${items.length > 0 ? `<ul>\n${items.join('\n')}\n</ul>` : ''}
<p>This page reloads when a file changes.</p>
</main>
${devScriptTag(version)}
</body>
</html>
`
}
