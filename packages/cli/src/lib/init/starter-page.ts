import type { Answers } from './questions.ts'

/** Renders a first page, for a project that has none. Its form is tracked, and stays on the page. */
export function starterPage({ name, language }: Answers): string {
  const isRightToLeft = new Intl.Locale(language).maximize().script === 'Arab'
  const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="${language}"${isRightToLeft ? ' dir="rtl"' : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${text}</title>
    <meta name="description" content="${text.replaceAll('"', '&quot;')}">
  </head>
  <body>
    <main>
      <h1>${text}</h1>
      <form method="dialog">
        <label>✉ <input type="email" name="email" required></label>
        <button>→</button>
      </form>
    </main>
  </body>
</html>
`
}
