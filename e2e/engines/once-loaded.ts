/** A page with the tracker, and a script that runs when the page has come to rest. */
export function onceLoaded(script: string): string {
  return `<script src="polaris.js"></script>
<script>addEventListener('load', () => setTimeout(() => { ${script} }))</script>`
}
