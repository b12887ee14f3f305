/**
 * Sends a command to the emulator.
 *
 * @returns Why it failed, or `undefined`.
 */
export async function post(path: 'clear' | 'faults', body?: unknown): Promise<string | undefined> {
  try {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(path, { method: 'POST', ...init })
    if (response.ok) return undefined
    return ((await response.json()) as { error: { message: string } }).error.message
  } catch {
    return 'The emulator does not respond.'
  }
}
