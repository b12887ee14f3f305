import { escapeHtml } from '../output/escape-html.ts'
import type { CommandError } from '../output/errors.ts'
import { formatFinding } from '../output/command-result.ts'
import { devScriptTag } from './dev-script.ts'

/** Renders the page that the development server shows at every URL while the project cannot be loaded. */
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
