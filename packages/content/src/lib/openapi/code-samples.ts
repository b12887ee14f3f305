import type { CodeSample } from './openapi-types.ts'

/** How a page sends an event. In the browser and no command line: what is sent by hand is no conversion. */
export function codeSamples(tracker: string, endpoint: string): CodeSample[] {
  return [
    {
      lang: 'JavaScript',
      label: 'With the script of this site',
      source: `// When a visitor has really asked for a lesson. The script makes the
// event_id, hashes the personal data and tells the browser pixel.
${tracker}.track('Lead', {}, { email: form.email.value })
`,
    },
    {
      lang: 'JavaScript',
      label: 'Without it',
      source: `const event_id = crypto.randomUUID()
fbq('track', 'Lead', {}, { eventID: event_id })

const response = await fetch(${JSON.stringify(endpoint)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    event_name: 'Lead',
    event_id,
    event_source_url: location.href,
  }),
  keepalive: true,
})
const { ok } = await response.json()
`,
    },
  ]
}
