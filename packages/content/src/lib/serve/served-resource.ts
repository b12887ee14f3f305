import type { Resource } from '../resource.ts'

/** A file to serve at its exact URL: a `Resource` of `renderResources`, or any other file. */
export interface ServedResource extends Omit<Resource, 'body'> {
  /** A string is sent as UTF-8, bytes unchanged. */
  body: string | Uint8Array
  /** The path of the same page, if this is its second URL: `/courses.html` for `/courses`. */
  copyOf?: string
}

/** The path of a file that is returned at all URLs without a file: the page of a single-page application. */
export const FALLBACK_PATH = '/*'

/** Returns the path in request URLs: `/школа` becomes `/%D1%88…`. Throws an `Error` if no request URL can have it. */
export function requestPathname(path: string): string {
  if (/^\/[^?#\s]*$/.test(path)) {
    const { pathname } = new URL(`http://localhost${path}`)
    if (!pathname.startsWith('//')) return pathname
  }
  throw new Error(
    `The path "${path}" cannot be served. Write one that starts with one slash and has no "?", "#" or space, such as "/llms.txt".`,
  )
}
