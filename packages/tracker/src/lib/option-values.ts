// Checks of the values of options, which can have any type.
import { isJsonObject } from '@conversion-capi/core/protocol'

import type { PixelOptions } from './browser/pixel.ts'

/** Meta's country and state codes, as in the proxy's variable `META_LIMITED_DATA_USE`. */
export const LIMITED_DATA_USE: RegExp = /^[01]:(0|1\d{3})$/

/** Writes Meta's codes as in the proxy's variable `META_LIMITED_DATA_USE`. */
export function formatCodes({
  country,
  state,
}: NonNullable<PixelOptions['limitedDataUse']>): string {
  return `${country}:${state}`
}

/** Returns whether a value has Meta's codes as numbers, like the proxy's option `limitedDataUse`. */
export function isLimitedDataUse(codes: NonNullable<PixelOptions['limitedDataUse']>): boolean {
  return (
    hasOnly(codes, ['country', 'state']) &&
    Object.values(codes).every((code) => typeof code === 'number') &&
    LIMITED_DATA_USE.test(formatCodes(codes))
  )
}

export function hasOnly(value: unknown, keys: string[]): boolean {
  return isJsonObject(value) && Object.keys(value).every((key) => keys.includes(key))
}

export function isDigits(text: unknown): boolean {
  return typeof text === 'string' && /^\d+$/.test(text)
}

/**
 * Returns whether a string is a path as browsers report it, percent-encoded or not.
 *
 * Other strings would never match, e.g. `student`, `/student/*`, `/student?tab=1`, `/a/../student` or `//student`, or
 * would match more than they name, e.g. `/student;tab=1` or `/a/..%2Fstudent`.
 */
export function isDecodablePath(text: unknown): boolean {
  if (typeof text !== 'string' || !/^\/[^*]*$/.test(text) || !URL.canParse(text, PLACEHOLDER)) {
    return false
  }
  try {
    const path = decodeURIComponent(text)
    const { pathname } = new URL(text, PLACEHOLDER)
    return decodeURIComponent(pathname) === path && !/;|[/\\]\.\.([/\\]|$)/.test(path)
  } catch {
    return false
  }
}

/**
 * Returns whether a string is a path, or an http(s) URL that `fetch` accepts.
 *
 * Parses paths too, because browsers read `/\evil.example` and `/<tab>/evil.example` as `//evil.example`.
 */
export function isPathOrHttpUrl(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text, PLACEHOLDER)) return false
  const url = new URL(text, PLACEHOLDER)
  if (text.startsWith('/')) return url.origin === PLACEHOLDER
  return /^https?:\/\//.test(text) && !url.username && !url.password
}

const PLACEHOLDER = 'https://page.invalid'
