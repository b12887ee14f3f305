const PIXEL = `<script>fbq('init', '9876543210'); fbq('track', 'PageView');</script>`
const CSP =
  "default-src 'self'; script-src 'self' 'unsafe-inline' https://connect.facebook.net; img-src 'self' https://www.facebook.com; connect-src 'self' https://www.facebook.com; frame-src 'self'"

/** A school in Kazakh and Russian on Cloudflare. */
export const CLOUDFLARE_SCHOOL: Record<string, string> = {
  'public/index.html': `<!doctype html>
<html><head><meta charset="utf-8"><title>Алтын сақа</title>
<meta http-equiv="refresh" content="0; url=/kk/">${PIXEL}</head><body></body></html>
`,
  'public/kk/index.html': `<!doctype html>
<html lang="kk"><head>
  <meta charset="utf-8">
  <base href="/kk/">
  <meta http-equiv="Content-Security-Policy" content="${CSP}">
  <title>Математика онлайн — Алтын сақа</title>
  <meta name="description" content="Балаларға арналған онлайн математика.">
  <meta property="og:site_name" content="Алтын сақа">
  <link rel="canonical" href="https://altynsaqa.example/kk/">
  <link rel="alternate" hreflang="kk" href="https://altynsaqa.example/kk/">
  <link rel="alternate" hreflang="ru" href="https://altynsaqa.example/ru/">
  ${PIXEL}
  <script src="../lead-form.js" defer></script>
</head><body>
  <h1>Математика онлайн</h1>
  <p>Апталық сабақтар.</p>
  <h2>Топ</h2><p>45 000 ₸/ай</p>
  <lead-form></lead-form>
  <iframe src="../widget/сабақ кестесі.html" title="Кесте"></iframe>
  <a href="большая страница.html">Барлық тақырып</a>
  <address>Абай даңғылы 10<br>050000, Алматы қ.</address>
</body></html>
`,
  'public/ru/index.html': `<!doctype html>
<html lang="ru"><head>
  <meta charset="utf-8">
  <title>Математика онлайн — Алтын сақа</title>
  <meta name="description" content="Онлайн-математика для детей.">
  <link rel="alternate" hreflang="kk" href="https://altynsaqa.example/kk/">
  ${PIXEL}
</head><body><h1>Математика онлайн</h1><p>Занятия каждую неделю.</p></body></html>
`,
  'public/kk/большая страница.html': `<!doctype html>
<html lang="kk"><head><meta charset="utf-8"><title>Тақырыптар — Алтын сақа</title>
<meta name="description" content="Барлық тақырыптар.">${PIXEL}</head><body><h1>Тақырыптар</h1>
${'<p>Бөлшектер, теңдеулер, геометрия және есептер.</p>\n'.repeat(3300)}</body></html>
`,
  // Shown in an iframe: its page view is the one of the page around it.
  'public/widget/сабақ кестесі.html': `<!doctype html>
<html lang="kk"><head><meta charset="utf-8"><title>Кесте</title>${PIXEL}</head>
<body><table><tr><td>Дүйсенбі</td><td>18:00</td></tr></table></body></html>
`,
  'public/ескі.html': `<!doctype html>
<html lang="kk"><head><meta charset="utf-8"><title>Көшті</title></head>
<body><script>location.replace('/kk/')</script></body></html>
`,
  'public/404.html': `<!doctype html>
<html lang="kk"><head><meta charset="utf-8"><title>Бет табылмады</title>${PIXEL}</head>
<body><h1>Бет табылмады</h1><a href="/kk/">Басты бет</a></body></html>
`,
  'public/robots.txt': 'User-agent: *\nAllow: /\nSitemap: https://altynsaqa.example/sitemap.xml\n',
  'public/lead-form.js': `customElements.define('lead-form', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<form><input type="email" name="email"><button>Жіберу</button></form>'
  }
})
`,
  'wrangler.jsonc': '{ "observability": { "enabled": true } }\n',
}
