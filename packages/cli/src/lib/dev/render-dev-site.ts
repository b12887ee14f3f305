import type { Finding } from '@conversion-capi/content'
import { serveResources } from '@conversion-capi/content/serve'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { checkRendered } from '../check/check-rendered.ts'
import type { Project } from '../project/load-project.ts'
import { formatFinding } from '../output/command-result.ts'
import { textOf } from '../site/read-files.ts'
import { allFiles, renderSite } from '../site/render-site.ts'
import { contentSecurityPolicy } from './blocked-hosts.ts'
import { DEV_PATHS, devScript, devScriptTag } from './dev-script.ts'

/** The site as the development server serves it. */
export interface DevSite {
  serve: (request: Request) => Promise<Response>
  /** The script of {@link DEV_PATHS}. */
  script: string
  findings: Finding[]
}

/**
 * Renders a site for development: with the tracker in debug mode, the emulator's pixel, and the development script.
 * Nothing is written to disk.
 *
 * @param project The project.
 * @param version The version of the site.
 */
export async function renderDevSite(project: Project, version: number): Promise<DevSite> {
  const rendered = await renderSite(project, {
    tracker: { debug: true, endpoint: CONVERSION_PATH },
  })
  const findings = await checkRendered(project, rendered)
  const texts: string[] = []
  const files = allFiles(rendered).map((file) => {
    if (!/^text\/(?:html|css|javascript)/.test(file.contentType)) return file
    const text = textOf(file)
    texts.push(text)
    const swapped = swapPixel(text)
    return {
      ...file,
      body: file.contentType.startsWith('text/html') ? addScript(swapped, version) : swapped,
    }
  })
  const policy = contentSecurityPolicy(texts, DEV_PATHS.violations)
  const serve = serveResources(
    files.map((file) => ({
      ...file,
      headers: {
        ...file.headers,
        // Otherwise a reloaded page could be the old one.
        'Cache-Control': 'max-age=0, must-revalidate',
        ...(file.contentType.startsWith('text/html') && { 'Content-Security-Policy': policy }),
      },
    })),
  )
  return {
    serve,
    script: devScript(findings.map((finding) => formatFinding(finding, false))),
    findings,
  }
}

/** Adds the development script to the end of the body, whose end tag is optional. */
function addScript(html: string, version: number): string {
  const index = html.toLowerCase().lastIndexOf('</body>')
  const end = index === -1 ? html.length : index
  return html.slice(0, end) + devScriptTag(version) + html.slice(end)
}

/**
 * Replaces the URLs of Meta's pixel in a page or a script with the emulator's URLs.
 *
 * @param text HTML or JavaScript.
 */
export function swapPixel(text: string): string {
  return text
    .replaceAll(
      /(?:https?:)?\/\/connect\.facebook\.net\/[\w-]+\/fbevents\.js/g,
      '/emulator/en_US/fbevents.js',
    )
    .replaceAll(/(?:https?:)?\/\/www\.facebook\.com\/tr\b\/?/g, '/emulator/tr')
}
