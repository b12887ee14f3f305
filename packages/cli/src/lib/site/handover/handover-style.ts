/** The style of the page that hands over the line. It loads no other file, and no element has a `style` attribute. */
export const HANDOVER_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --ink: #1d1c1a; --quiet: #5d5952; --link: #0a549e; --rule: #dfdbd3; --shade: #f4f1ec;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #17191c; --ink: #e8e6e1; --quiet: #aeaaa2; --link: #8dbbf7; --rule: #3a3d42; --shade: #212429; }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; text-size-adjust: 100%; }
main { margin: 0 auto; padding: 2.5rem clamp(1rem, 5vw, 2rem) 4rem; max-inline-size: 46rem; overflow-wrap: anywhere; }
h1, h2 { margin: 2.75rem 0 .75rem; line-height: 1.25; text-wrap: balance; }
h1 { margin-block-start: 0; font-size: clamp(1.375rem, .9rem + 2.2vw, 2.25rem); }
h2 { padding-block-start: 1.5rem; border-block-start: 1px solid var(--rule); font-size: 1.375rem; }
p, ul, dl, pre { margin: 0 0 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .9rem; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .18em; }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875em; direction: ltr; unicode-bidi: isolate; }
pre { padding: 1rem 1.25rem; border-radius: 8px; background: var(--shade); white-space: pre-wrap; text-align: start; }
pre code { font-size: inherit; }
#line { border: 1px solid var(--link); font-size: 1rem; }
.quiet { color: var(--quiet); }
button { padding: .55rem 1.25rem; border: 0; border-radius: 6px; background: var(--link); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
#copied { margin-inline-start: .75rem; }
#results { padding: 0; list-style: none; }
#results li { margin-block-start: .6rem; }
`
