import { must } from './must.ts'

// Written down once more: the specification (2.3, 4.1, 7) is what is checked, not core's own tables.
const REJECTIONS: Record<string, number> = {
  'Method not allowed': 405,
  'Invalid JSON': 400,
  'Payload too large': 413,
  'Invalid event_name': 400,
  'Invalid event_id': 400,
  'Server not configured': 500,
}
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Whether an answer is one of those that the specification knows, and fits the request's method. */
export function checkAnswer(method: string, { status, headers }: Response, text: string): void {
  for (const [name, value] of Object.entries(HEADERS)) {
    must(headers.get(name) === value, `Every answer has the header ${name}: ${value}.`)
  }
  must((status === 204) === (method === 'OPTIONS'), 'A preflight, and nothing else, is a 204.')
  if (status === 204) return must(text === '', 'The answer to a preflight is empty.')

  must(headers.get('Content-Type') === 'application/json', 'Every answer is JSON.')
  const answer = JSON.parse(text) as unknown
  must(isObject(answer), 'Every answer is an object.')
  must(
    (status === 405) === (method !== 'POST'),
    'A method that is not POST, and only that, is a 405.',
  )
  if (status === 200) return checkShape(answer)

  must(hasKeys(answer, 'error'), 'A rejection has an error and nothing else.')
  must(REJECTIONS[String(answer['error'])] === status, 'A rejection is one of the specified ones.')
}

function checkShape(answer: Record<string, unknown>): void {
  const { ok, status, upstream, error } = answer
  if (ok === true) {
    must(hasKeys(answer, 'ok', 'upstream'), 'Success has ok and upstream.')
    return must(isObject(upstream), 'upstream is an object.')
  }
  must(ok === false, 'ok is true or false.')
  if ('error' in answer) {
    must(hasKeys(answer, 'ok', 'error'), 'An upstream call that threw has ok and error.')
    return must(typeof error === 'string', 'error is a text.')
  }
  must(hasKeys(answer, 'ok', 'status', 'upstream'), 'An upstream error has status and upstream.')
  must(typeof status === 'number' && !(status >= 200 && status < 300), 'status is no success.')
  must(isObject(upstream), 'upstream is an object.')
}

function hasKeys(value: object, ...keys: string[]): boolean {
  return Object.keys(value).toSorted().join() === keys.toSorted().join()
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
