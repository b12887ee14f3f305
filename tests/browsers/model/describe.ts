import { sha256Hex } from '@conversion-capi/core/pii'

import type { Path, SentEvent, Visit } from './model.ts'
import type { ServedSite } from './serve-site.ts'

/** The contacts of the forms. */
export const EMAILS = ['anna@school.example', 'ben@school.example']

/** Describes what the model expects. */
export function describeVisit({ requests, counted, kept, jar }: Visit): string {
  const cookies = (['fbp', 'fbc'] as const).flatMap((name) =>
    Object.values(jar[name]).flatMap((cookie) => (cookie ? `_${name} ${cookie.id}` : [])),
  )
  const stored = kept.map(({ event, attempts }) => `${attempts} ${event.name} ${event.path}`)
  return describe(requests, counted.map(describeEvent), cookies, stored)
}

/** Describes what a site and its visitor's browser have. `kept`: the values of the stored events. */
export function describeObserved(
  { url, posts, events, visitors }: ServedSite,
  cookies: { name: string; value: string }[],
  kept: string[],
): string {
  const counted = events().filter((event) => event.counted)
  return describe(
    posts.length,
    counted.map(({ event_name, event_source_url, user_data }) => {
      const { em, fbp, fbc } = user_data as Record<string, string>
      return describeEvent({
        name: event_name as SentEvent['name'],
        path: event_source_url!.slice(url.length) as Path,
        ...(em && { email: EMAILS.find((email) => sha256Hex(email) === String(em)) ?? '?' }),
        fbp: toId('_fbp', fbp),
        fbc: toId('_fbc', fbc),
      })
    }),
    cookies.flatMap(({ name, value }) => (toId(name, value) ? `${name} ${toId(name, value)}` : [])),
    kept.map((entry) => {
      const { event_name, event_source_url } = JSON.parse(entry.slice(1))
      return `${entry[0]} ${event_name} ${event_source_url.slice(url.length)}`
    }),
  )

  /** Returns the last segment of a cookie. Numbers the random ones in the order of their creation. */
  function toId(name: string, value: string | undefined): string {
    const id = value?.split('.')[3] ?? ''
    if (name === '_fbc' || id.length < 5) return id
    if (!visitors.includes(id)) visitors.push(id)
    return `visitor ${visitors.indexOf(id) + 1}`
  }
}

function describeEvent({ name, path, email, fbp, fbc }: Omit<SentEvent, 'time'>): string {
  return [name, path, email, fbp, fbc && `click ${fbc}`].filter(Boolean).join(' ')
}

function describe(requests: number, counted: string[], cookies: string[], kept: string[]): string {
  return [
    `requests: ${requests}`,
    ...counted.sort().map((line) => `counted: ${line}`),
    ...[...new Set(cookies)].sort().map((line) => `cookie: ${line}`),
    ...kept.map((line) => `kept: ${line}`),
  ].join('\n')
}
