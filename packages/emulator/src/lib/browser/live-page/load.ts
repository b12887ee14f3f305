import type { Faults } from '../../faults/faults.ts'

/** Requests a resource of the emulator. Returns why it failed as a string. */
export async function load<Body>(path: string, init?: RequestInit): Promise<Body | string> {
  try {
    const response = await fetch(path, init)
    if (response.status === 204) return ''
    const body = (await response.json()) as Body & { error: { message: string } }
    return response.ok ? body : body.error.message
  } catch {
    return 'The emulator does not respond.'
  }
}

/** Sends a command to the emulator. Returns why it failed, or `undefined`. */
export async function post(path: 'clear' | 'faults', body?: unknown): Promise<string | undefined> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const result = await load(path, { method: 'POST', ...init })
  return typeof result === 'string' ? result || undefined : undefined
}

let lastChange: Promise<unknown> = Promise.resolve()

/** Makes changes one after the other, so that two quick ones do not overwrite each other. Returns why it failed, or `undefined`. */
export function changeFaults(change: (faults: Faults) => Faults): Promise<string | undefined> {
  const result = lastChange.then(async () => {
    const current = await load<Faults>('faults')
    return typeof current === 'string' ? current : post('faults', change(current))
  })
  lastChange = result
  return result
}
