import { isRecord } from './is-record.ts'
import { parseJson } from './parse-json.ts'
import { readText } from './read-text.ts'

/** A field of a pixel hit under its flat name: `['id', '1234567890']`, `['ud[em]', '62a1…']`. */
export type PixelField = [name: string, value: unknown]

/**
 * Reads the fields of a pixel hit from its query and from its body, a form (urlencoded, multipart)
 * or a JSON object.
 *
 * @returns `undefined` when the body is none of these
 */
export async function readPixelFields(request: Request): Promise<PixelField[] | undefined> {
  const query = [...new URL(request.url).searchParams]
  const body = request.body ? await readBody(request) : []
  return body && [...query, ...body]
}

async function readBody(request: Request): Promise<PixelField[] | undefined> {
  if (/^multipart\/form-data/i.test(request.headers.get('Content-Type') ?? '')) {
    return readMultipart(request)
  }
  const text = await readText(request)
  // By its look: `sendBeacon` sends both forms as text/plain.
  return /^\s*[{[]/.test(text) ? readJson(text) : [...new URLSearchParams(text)]
}

async function readMultipart(request: Request): Promise<PixelField[] | undefined> {
  try {
    return [...(await request.formData())]
  } catch {
    return undefined
  }
}

/** Both spellings: `{"cd[value]": 1}` and `{"cd": {"value": 1}}`. */
function readJson(text: string): PixelField[] | undefined {
  const body = parseJson(text)
  if (!isRecord(body)) return undefined

  return Object.entries(body).flatMap(([name, value]): PixelField[] =>
    isRecord(value)
      ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner])
      : [[name, value]],
  )
}
