import type { Faults } from '../../faults/faults.ts'

/** Sends a command to the emulator. Returns why it failed, or `undefined`. */
export async function post(
  path: 'clear' | 'restore' | 'faults',
  body?: unknown,
): Promise<string | undefined> {
  try {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(path, { method: 'POST', ...init })
    if (response.ok) return undefined
    return ((await response.json()) as { error: { message: string } }).error.message
  } catch {
    return 'The emulator does not respond.'
  }
}

let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Changes some faults and leaves the others as they are. Changes are made one after the other, so that two
 * quick ones do not overwrite each other. Returns why it failed, or `undefined`.
 */
export function changeFaults(change: (faults: Faults) => Faults): Promise<string | undefined> {
  const result = lastChange.then(async () => {
    const current = await fetch('faults').then(
      (response) => response.json() as Promise<Faults>,
      () => ({}),
    )
    return post('faults', change(current))
  })
  lastChange = result
  return result
}
