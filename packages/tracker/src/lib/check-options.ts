import type { TrackerOptions } from './tracker-options.ts'

/** Throws a TypeError with a sentence that says what to write, for the first option that is unusable. */
export function checkOptions(options: TrackerOptions): void {
  const { name, endpoint, queryParameters, nationalPhone, pixel } = options
  check(isIdentifier(name), 'name must be a JavaScript identifier, such as "polaris"')
  check(
    endpoint === undefined || isPath(endpoint) || isHttpUrl(endpoint),
    'endpoint must be a path, such as "/functions/v1/conversion-capi", or an http(s) URL',
  )
  check(
    queryParameters === undefined ||
      queryParameters.every((parameter) => /^[^&=#]+$/.test(parameter)),
    'queryParameters must be a list of names, such as ["utm_source"]',
  )
  check(
    nationalPhone === undefined ||
      (isDigits(nationalPhone.countryCode) && isDigits(nationalPhone.trunkPrefix)),
    'nationalPhone must be digits, such as { countryCode: "7", trunkPrefix: "8" }',
  )
  check(pixel === undefined || isDigits(pixel.id), 'pixel.id must be the digits of a pixel id')
  check(
    pixel?.src === undefined || isPath(pixel.src) || isHttpUrl(pixel.src),
    'pixel.src must be a path or an http(s) URL',
  )
}

function check(isUsable: boolean, sentence: string): void {
  if (!isUsable) throw new TypeError(sentence)
}

function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

function isPath(text: string): boolean {
  return /^\/(?!\/)/.test(text)
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
