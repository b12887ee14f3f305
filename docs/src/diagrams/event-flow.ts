import type { Diagram } from './render-diagram.ts'

/** The two ways of an event from the page to Meta. */
export const eventFlow: Diagram = {
  title: 'How an event reaches Meta',
  description:
    "The page creates one event id. Meta's pixel sends the event from the browser, unless it is blocked. " +
    'Your function sends the same event with the same id from the server. Meta counts it once.',
  rows: [
    [
      {
        id: 'page',
        title: 'Your page',
        lines: ["polaris.track('Lead', {…}, { email })", 'creates one event id, hashes the email'],
        isOurs: true,
      },
    ],
    [
      { id: 'pixel', title: 'Meta’s pixel', lines: ['in the browser,', 'unless it is blocked'] },
      {
        id: 'function',
        title: 'Your function',
        lines: ['on your own host, adds', 'IP, user agent and time'],
        isOurs: true,
      },
    ],
    [
      {
        id: 'meta',
        title: 'Meta',
        lines: ['finds two copies with the same event id,', 'counts one event'],
      },
    ],
  ],
  arrows: [
    { from: 'page', to: 'pixel', label: 'event id e-1' },
    { from: 'page', to: 'function', label: 'event id e-1' },
    { from: 'pixel', to: 'meta', label: 'event id e-1' },
    { from: 'function', to: 'meta', label: 'event id e-1' },
  ],
}
