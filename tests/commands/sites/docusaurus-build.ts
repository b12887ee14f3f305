const HEAD_END = `<link rel="alternate" type="application/rss+xml" href="/blog/rss.xml" title="My Site RSS Feed">
<link rel="alternate" type="application/atom+xml" href="/blog/atom.xml" title="My Site Atom Feed"><link rel="stylesheet" href="/assets/css/styles.7bc60e58.css">
<script src="/assets/js/runtime~main.cd9c5354.js" defer="defer"></script>
<script src="/assets/js/main.56abf6a4.js" defer="defer"></script>
</head>
<body class="navigation-with-keyboard">`

/**
 * The output of `docusaurus build`, with the packages @docusaurus/core and create-docusaurus 3.9.2 of the npm registry
 * and the template `classic`. Trimmed: of each page the head and a part of the body, and no bundle.
 */
export const DOCUSAURUS_BUILD: Record<string, string> = {
  'build/index.html': `<!doctype html>
<html lang="en" dir="ltr" class="plugin-pages plugin-id-default" data-has-hydrated="false">
<head>
<meta charset="UTF-8">
<meta name="generator" content="Docusaurus v3.9.2">
<title data-rh="true">Hello from My Site | My Site</title><meta data-rh="true" name="viewport" content="width=device-width,initial-scale=1"><meta data-rh="true" property="og:url" content="https://your-docusaurus-site.example.com/"><meta data-rh="true" property="og:locale" content="en"><meta data-rh="true" property="og:title" content="Hello from My Site | My Site"><meta data-rh="true" name="description" content="Description will go into a meta tag in &lt;head /&gt;"><link data-rh="true" rel="icon" href="/img/favicon.ico"><link data-rh="true" rel="canonical" href="https://your-docusaurus-site.example.com/"><link data-rh="true" rel="alternate" href="https://your-docusaurus-site.example.com/" hreflang="en"><link data-rh="true" rel="alternate" href="https://your-docusaurus-site.example.com/" hreflang="x-default"><script data-rh="true">function insertBanner(){var n=document.createElement("div");n.id="__docusaurus-base-url-issue-banner-container"}document.addEventListener("DOMContentLoaded",function(){void 0===window.docusaurus&&insertBanner()})</script>${HEAD_END}
<div id="__docusaurus"><header class="hero hero--primary heroBanner_qdFl"><div class="container"><h1 class="hero__title">My Site</h1><p class="hero__subtitle">Dinosaurs are cool</p><a class="button button--secondary button--lg" href="/docs/intro">Docusaurus Tutorial - 5min ⏱️</a></div></header></div>
</body>
</html>
`,
  'build/docs/intro/index.html': `<!doctype html>
<html lang="en" dir="ltr" class="docs-wrapper plugin-docs plugin-id-default docs-version-current docs-doc-page docs-doc-id-intro" data-has-hydrated="false">
<head>
<meta charset="UTF-8">
<meta name="generator" content="Docusaurus v3.9.2">
<title data-rh="true">Tutorial Intro | My Site</title><meta data-rh="true" name="viewport" content="width=device-width,initial-scale=1"><meta data-rh="true" property="og:url" content="https://your-docusaurus-site.example.com/docs/intro"><meta data-rh="true" property="og:locale" content="en"><meta data-rh="true" name="description" content="Let&#x27;s discover Docusaurus in less than 5 minutes."><link data-rh="true" rel="canonical" href="https://your-docusaurus-site.example.com/docs/intro"><link data-rh="true" rel="alternate" href="https://your-docusaurus-site.example.com/docs/intro" hreflang="en"><script data-rh="true" type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Tutorial Intro","item":"https://your-docusaurus-site.example.com/docs/intro"}]}</script>${HEAD_END}
<div id="__docusaurus"><nav aria-label="Main" class="theme-layout-navbar navbar navbar--fixed-top"><a class="navbar__brand" href="/"><b class="navbar__title text--truncate">My Site</b></a><a class="navbar__item navbar__link" href="/blog">Blog</a></nav><main><article><div class="theme-doc-markdown markdown"><header><h1>Tutorial Intro</h1></header><p>Let&#x27;s discover <strong>Docusaurus in less than 5 minutes</strong>.</p></div></article></main></div>
</body>
</html>
`,
  'build/404.html': `<!doctype html>
<html lang="en" dir="ltr" class="plugin-pages plugin-id-default" data-has-hydrated="false">
<head>
<meta charset="UTF-8">
<meta name="generator" content="Docusaurus v3.9.2">
<title data-rh="true">Page Not Found | My Site</title><meta data-rh="true" name="viewport" content="width=device-width,initial-scale=1"><meta data-rh="true" property="og:title" content="Page Not Found | My Site">${HEAD_END}
<div id="__docusaurus"><main class="container margin-vert--xl"><h1 class="hero__title">Page Not Found</h1></main></div>
</body>
</html>
`,
  'build/assets/css/styles.7bc60e58.css': ':root{--ifm-color-scheme:light}\n',
  'build/assets/js/runtime~main.cd9c5354.js': '(()=>{})();\n',
  'build/assets/js/main.56abf6a4.js': '(()=>{history.pushState})();\n',
  'build/img/favicon.ico': '',
  'build/sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://your-docusaurus-site.example.com/</loc></url></urlset>`,
}
