/**
 * The inline style of every page.
 *
 * It is identical on every page, and no element has a `style` attribute, so that a content security policy can
 * allow it by its hash.
 */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --ink: #1d1c1a; --quiet: #5d5952; --link: #0a549e; --rule: #dfdbd3; --shade: #f4f1ec;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #17191c; --ink: #e8e6e1; --quiet: #aeaaa2; --link: #8dbbf7; --rule: #3a3d42; --shade: #212429; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 system-ui, sans-serif; text-size-adjust: 100%; }
body { margin: 0 auto; padding-inline: clamp(1rem, 5vw, 2rem); max-inline-size: 46rem; overflow-wrap: anywhere; }
body > header, body > footer { padding-block: 1.5rem; color: var(--quiet); font-size: .9375rem; }
body > header { border-block-end: 1px solid var(--rule); }
body > header a { color: inherit; font-weight: 600; text-decoration: none; }
body > footer { margin-block-start: 4rem; border-block-start: 1px solid var(--rule); }
main { padding-block-start: 2.5rem; }
h1, h2, h3, h4 { margin: 2.75rem 0 .75rem; line-height: 1.25; text-wrap: balance; }
h1 { margin-block-start: 0; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem); }
h2 { font-size: 1.5rem; }
h3 { margin-block-start: 2rem; font-size: 1.1875rem; }
h4 { margin-block-start: 1.5rem; font-size: 1.0625rem; }
p, ul, ol, dl, table, pre, blockquote { margin: 0 0 1.1rem; }
ul, ol { padding-inline-start: 1.4rem; }
li + li { margin-block-start: .35rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
blockquote { padding-inline-start: 1rem; border-inline-start: 3px solid var(--rule); color: var(--quiet); font-size: 1.125rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a[href^='tel:'] { white-space: nowrap; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 2px; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875em; }
code { padding: .1em .3em; border-radius: 4px; background: var(--shade); box-decoration-break: clone; }
pre { padding: 1rem 1.25rem; border-radius: 8px; background: var(--shade); line-height: 1.55; white-space: pre-wrap; direction: ltr; text-align: left; }
pre code { padding: 0; font-size: inherit; }
.wide { margin: 0 0 1.5rem; overflow-x: auto; }
.wide > * { margin: 0; }
.wide > pre { inline-size: max-content; min-inline-size: 100%; white-space: pre; }
table { inline-size: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .6rem 0; border-block-end: 1px solid var(--rule); text-align: start; vertical-align: top; }
thead th { color: var(--quiet); font-weight: 600; }
th { padding-inline-end: 1rem; }
tbody th { font-weight: 400; overflow-wrap: normal; }
@media (min-width: 30rem) { thead th { overflow-wrap: normal; } }
.note { padding: .75rem 1rem; border-inline-start: 3px solid var(--link); background: var(--shade); }
.quiet { color: var(--quiet); }
.skip { position: absolute; inset-block-start: .5rem; padding: .5rem 1rem; background: var(--paper); transform: translateY(-300%); }
.skip:focus { transform: none; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; }
nav li + li { margin: 0; }
nav a { display: inline-block; padding-block: .15rem; }
@media print {
  :root { --paper: #fff; --ink: #000; --quiet: #444; --link: #000; --rule: #bbb; --shade: #fff; }
  html { font-size: 10.5pt; }
  body { max-inline-size: none; }
  nav, .skip { display: none; }
  h2, h3, h4 { break-after: avoid; }
  tr, pre { break-inside: avoid; }
}
`
