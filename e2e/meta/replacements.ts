import { hashPii, normalizePii } from '@conversion-capi/core/pii'
import type { PiiKey } from '@conversion-capi/core/protocol'

/*
 * Our code under the names and with the types of Meta's functions: they know `null`, take what is not a
 * text, and leave a digest alone (which in our code is the job of `hashPii`).
 */

export function getNormalizedEmail(email: unknown): string | null {
  if (typeof email !== 'string') throw new TypeError('An e-mail must be a string.')
  return normalize('em', email) || null
}

export function getNormalizedPhone(phone: unknown): string | null {
  return normalizeAnything('ph', phone)
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
