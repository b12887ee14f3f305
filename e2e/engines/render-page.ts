/** How long a page may stay that has failed to go on. It must not keep the engine from the next visit. */
const PATIENCE_MS = 10_000

/** One of a case's pages. It can report, its errors are reported, and it fetches nothing of its own. */
export function renderPage(html: string, endpoint: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script>
  const ENDPOINT = ${JSON.stringify(endpoint)}
  function report(value) { navigator.sendBeacon('report', JSON.stringify(value)) }
  addEventListener('error', ({ message }) => navigator.sendBeacon('error', message))
  addEventListener('unhandledrejection', ({ reason }) => navigator.sendBeacon('error', reason))
  if (self === top) setTimeout(() => (location.href = 'rest'), ${PATIENCE_MS})
</script>
${html}`
}
