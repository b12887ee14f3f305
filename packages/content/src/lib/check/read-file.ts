import { fromHtml } from 'hast-util-from-html'
import { fromMarkdown } from 'mdast-util-from-markdown'

import { PATHS, type Resource } from '../resource.ts'
import type { Finding } from './problem.ts'
import { readXml } from './read-xml.ts'
import type { SiteFile } from './site-file.ts'

/** Reads a file as its type says, and tells `report` what keeps it from being that. */
export function readFile(resource: Resource, report: (finding: Finding) => void): SiteFile {
  const { path, contentType, body } = resource
  const type = contentType.toLowerCase().split(';')[0]!.trim()
  if (type === 'text/html') {
    const tree = fromHtml(body, {
      onerror: ({ line, reason, note }) =>
        report({ line, message: `This is not right in HTML: ${note || reason}. ${AGAIN}` }),
    })
    return { ...resource, kind: 'html', tree }
  }
  if (IS_HTML.test(body)) return broken(SHELL)
  if (type === 'text/markdown' || path === PATHS.llmsFullTxt) {
    return { ...resource, kind: 'markdown', tree: fromMarkdown(body) }
  }
  if (/[/+]json$/.test(type)) {
    try {
      return { ...resource, kind: 'json', value: JSON.parse(body) }
    } catch (error) {
      return broken(`This is no JSON: ${(error as Error).message}. ${AGAIN}`)
    }
  }
  if (/[/+]xml$/.test(type)) {
    const root = readXml(body)
    if ('name' in root) return { ...resource, kind: 'xml', root }
    return broken(`This is no XML: ${root.message} ${AGAIN}`, root.line)
  }
  return { ...resource, kind: 'text' }

  function broken(message: string, line?: number): SiteFile {
    report({ line, message })
    return { ...resource, kind: 'broken' }
  }
}

const AGAIN = 'Correct it, or render the files again.'

const IS_HTML = /^\s*<(?:!doctype html|html|head|body)\b/i

const SHELL =
  'This is a web page, probably the one a host answers for unknown addresses. Render the files again, and put the routes of these files before every catch-all.'
