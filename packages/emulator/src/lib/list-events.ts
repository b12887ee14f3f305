import type { EventLog } from './event-log.ts'

/**
 * Answers with every copy as JSON, or with 304 to who has this state of the list already: the live
 * page asks every second, and the list can be long.
 *
 * @param instance Tells one emulator's ETags from those of the one that ran before it
 */
export function listEvents(request: Request, log: EventLog, instance: string): Response {
  const headers = { ETag: `"${instance}-${log.revision()}"` }
  if (request.headers.get('If-None-Match') === headers.ETag) {
    return new Response(null, { status: 304, headers })
  }
  return Response.json(log.events(), { headers })
}
