import { quietly } from './quietly.ts'

/** A version 4 UUID (RFC 9562), also on plain http, where `crypto.randomUUID` is missing. */
export function createEventId(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (+digit ^ (randomByte() & (15 >> (+digit / 4)))).toString(16),
  )
}

function randomByte(): number {
  return quietly(() => crypto.getRandomValues(new Uint8Array(1))[0]) ?? Math.random() * 256
}
