import { LIVE_PAGE_SCRIPT } from './live-page-script.ts'
import { LIVE_PAGE_STYLE } from './live-page-style.ts'

/**
 * Answers with the page that shows what arrived. It loads nothing but `events.json` beside it, and
 * its policy allows nothing else.
 *
 * @param options.pixelId Letters, digits, `_` and `-` only: it stands in the HTML as it is
 */
export function livePage(options: { pixelId: string; maxEvents: number }): Response {
  const nonce = crypto.randomUUID()
  return new Response(html(options, nonce), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        `default-src 'none'`,
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        `connect-src 'self'`,
        `img-src data:`,
        `base-uri 'none'`,
        `form-action 'none'`,
      ].join('; '),
    },
  })
}

function html(options: { pixelId: string; maxEvents: number }, nonce: string): string {
  const { pixelId, maxEvents } = options
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conversion emulator</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${LIVE_PAGE_STYLE}</style>
</head>
<body data-max-events="${maxEvents}">
<main>
<header>
<div class="titles">
<h1>Conversion emulator</h1>
<p class="lead">What arrived for pixel ${pixelId}. Nothing of it reaches Meta.</p>
</div>
<p class="status" id="status" role="status">Connecting</p>
<button type="button" id="clear">Clear</button>
</header>
<ul class="totals" id="totals" aria-label="Events counted, by name" hidden></ul>
<p class="note" id="note" role="status" hidden></p>
<ul class="events" id="events" aria-label="Events, newest first"></ul>
<section class="empty" id="empty" hidden>
<h2>Nothing has arrived yet</h2>
<p>An event shows up here within a second of its arrival.</p>
<ol>
<li>Point the proxy at this emulator, with the access token that the emulator expects:
<pre data-base="META_GRAPH_URL={base}&#10;META_PIXEL_ID=${pixelId}"></pre></li>
<li>Load the pixel's stand-in where the page loads Meta's fbevents.js:
<pre data-base="{base}/en_US/fbevents.js"></pre></li>
<li>Open a page that sends events, and do what a visitor would do.</li>
</ol>
</section>
<noscript><p>This page needs JavaScript. The same data as JSON: <a href="events.json">events.json</a>.</p></noscript>
</main>
<script nonce="${nonce}">${LIVE_PAGE_SCRIPT}</script>
</body>
</html>
`
}
