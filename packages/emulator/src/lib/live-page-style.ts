/** The live page's CSS. Every text colour keeps 4.5:1 on its background, light and dark. */
export const LIVE_PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8;
  --surface: #ffffff;
  --sunken: #f0f2f5;
  --text: #1a1d21;
  --muted: #565d66;
  --line: #d9dde3;
  --accent: #0b57c2;
  --browser: #7a3fb3;
  --browser-soft: #f3eafd;
  --server: #0b6b4f;
  --server-soft: #e0f5ec;
  --warn: #8a4b00;
  --warn-soft: #fff1db;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101318;
    --surface: #191d24;
    --sunken: #12161c;
    --text: #e8ebef;
    --muted: #a0a8b3;
    --line: #2f3641;
    --accent: #84b6ff;
    --browser: #d3b3fb;
    --browser-soft: #34234a;
    --server: #7fdcb9;
    --server-soft: #10382c;
    --warn: #ffc67a;
    --warn-soft: #402a0c;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
code, pre { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 0.8125rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

header { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.01em; }
.lead { margin: 0; color: var(--muted); font-size: 0.9375rem; }
.titles { flex: 1 1 16rem; min-width: 0; }
.status { display: flex; align-items: center; gap: 0.5rem; margin: 0; color: var(--muted); font-size: 0.875rem; }
.status::before { content: ''; width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--server); }
.status.lost { color: var(--warn); }
.status.lost::before { background: var(--warn); }
button {
  min-height: 2.5rem;
  padding: 0 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--surface);
  color: var(--text);
  font: inherit;
  font-size: 0.9375rem;
  cursor: pointer;
}
button:hover { border-color: var(--muted); }

.totals { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.totals li {
  display: flex;
  gap: 0.5rem;
  align-items: baseline;
  max-width: 100%;
  padding: 0.25rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: var(--surface);
  font-size: 0.875rem;
}
.totals strong { font-variant-numeric: tabular-nums; }
.totals span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--muted); unicode-bidi: isolate; }
.note { margin: 1rem 0 0; color: var(--muted); font-size: 0.875rem; }

.events { margin: 1rem 0 0; padding: 0; list-style: none; }
.events > li + li { margin-top: 0.5rem; }
details { border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); }
summary {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto 1rem;
  grid-template-areas: 'name badges time arrow' 'id counted counted arrow';
  gap: 0.125rem 1rem;
  align-items: center;
  padding: 0.75rem 1rem;
  border-radius: 0.75rem;
  list-style: none;
  cursor: pointer;
}
summary::-webkit-details-marker { display: none; }
summary::after {
  content: '';
  grid-area: arrow;
  justify-self: end;
  width: 0.5rem;
  height: 0.5rem;
  border: solid var(--muted);
  border-width: 0 2px 2px 0;
  transform: translateY(-25%) rotate(45deg);
}
details[open] > summary::after { transform: translateY(25%) rotate(225deg); }
.name { grid-area: name; font-weight: 600; overflow-wrap: anywhere; unicode-bidi: isolate; }
.id { grid-area: id; font-size: 0.8125rem; color: var(--muted); overflow-wrap: anywhere; unicode-bidi: isolate; }
.badges { grid-area: badges; display: flex; gap: 0.375rem; }
.time { grid-area: time; justify-self: end; color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.counted { grid-area: counted; justify-self: end; color: var(--muted); font-size: 0.875rem; }
.badge {
  padding: 0 0.5rem;
  border: 1px solid transparent;
  border-radius: 999px;
  font-size: 0.8125rem;
  font-weight: 600;
  white-space: nowrap;
}
.badge.browser { background: var(--browser-soft); color: var(--browser); }
.badge.server { background: var(--server-soft); color: var(--server); }
.badge.absent { border: 1px dashed var(--muted); background: none; color: var(--muted); font-weight: 400; }
.warn { color: var(--warn); }
.fresh { animation: fresh 1.6s ease-out; }
@keyframes fresh { from { border-color: var(--accent); background: var(--server-soft); } }
@media (prefers-reduced-motion: reduce) { .fresh { animation: none; } }

.copy { margin: 0 1rem; padding: 0.75rem 0 1rem; border-top: 1px solid var(--line); }
.copy h2 { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; margin: 0 0 0.5rem; font-size: 0.875rem; font-weight: 400; }
pre {
  margin: 0;
  padding: 0.75rem;
  border-radius: 0.5rem;
  background: var(--sunken);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
}

.empty { margin-top: 1.5rem; padding: 1.5rem; border: 1px dashed var(--muted); border-radius: 0.75rem; background: var(--surface); }
.empty h2 { margin: 0; font-size: 1.125rem; }
.empty p { margin: 0.25rem 0 1rem; color: var(--muted); }
.empty ol { margin: 0; padding-left: 1.25rem; }
.empty li + li { margin-top: 0.75rem; }
.empty pre { margin-top: 0.25rem; }

@media (max-width: 40rem) {
  main { padding-top: 1.25rem; }
  summary {
    grid-template-columns: minmax(0, 1fr) auto 1rem;
    grid-template-areas: 'name time arrow' 'id counted arrow' 'badges badges arrow';
    row-gap: 0.25rem;
  }
  .titles { flex-basis: 100%; }
  #clear { margin-left: auto; }
  .badges { margin-top: 0.25rem; }
  .empty { padding: 1rem; }
}
`
