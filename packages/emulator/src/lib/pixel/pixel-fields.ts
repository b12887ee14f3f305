import { isJsonObject } from '@conversion-capi/core/protocol'

import { parseJson, readText } from '../request-body.ts'

/** A field of a pixel request, e.g. `['id', '1234567890']` or `['ud[em]', '62a1…']`. */
export type PixelField = [name: string, value: unknown]

/**
 * Reads the fields of a pixel request from its query and its body: a urlencoded or multipart form, or
 * a JSON object.
 *
 * @returns `undefined` if the body has another format.
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
  // The Content-Type does not help: `sendBeacon` sends forms and JSON as text/plain.
  return /^\s*[{[]/.test(text) ? readJson(text) : [...new URLSearchParams(text)]
}

async function readMultipart(request: Request): Promise<PixelField[] | undefined> {
  try {
    return [...(await request.formData())]
  } catch {
    return undefined
  }
}

/** Accepts `{"cd[value]": 1}` and `{"cd": {"value": 1}}`. */
function readJson(text: string): PixelField[] | undefined {
  const body = parseJson(text)
  if (!isJsonObject(body)) return undefined

  return Object.entries(body).flatMap(([name, value]): PixelField[] =>
    isJsonObject(value)
      ? Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, inner])
      : [[name, value]],
  )
}
