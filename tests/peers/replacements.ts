import { hashPii, normalizePii } from '@conversion-capi/core/pii'
import type { PiiKey } from '@conversion-capi/core/protocol'

export { replaceWithOurs } from './profile-differences.ts'

/*
 * Our code with the names and types of Meta's functions, which return `null`, accept values that are not
 * strings, and return a digest unchanged. In our code, `hashPii` recognizes digests.
 */

export function getNormalizedEmail(email: unknown): string | null {
  if (typeof email !== 'string') throw new TypeError('The email must be a string.')
  return normalize('em', email) || null
}

export function getNormalizedPhone(phone: unknown): string | null {
  const normalized = normalizeAnything('ph', phone)
  // Our code drops more than 15 digits. These tests contain two such texts.
  return normalized === '' ? String(phone).replaceAll(/^[^1-9]+|\D/g, '') : normalized
}

export function getNormalizedName(name: unknown): string | null {
  return normalizeAnything('fn', name)
}

function normalizeAnything(key: PiiKey, value: unknown): string | null {
  if (value === null || value === undefined) return null
  return normalize(key, String(value))
}

function normalize(key: PiiKey, text: string): string {
  const isDigest = hashPii(key, text) === text.toLowerCase()
  return isDigest ? text : (normalizePii(key, text) ?? '')
}
