import { quietly } from './quietly.ts'

/** A cookie's value; nothing where there is none, or where a sandboxed frame may not look. */
export function readCookie(name: string): string | undefined {
  return quietly(() => document.cookie.match(`(?:^|; )${name}=([^;]+)`)?.[1])
}
