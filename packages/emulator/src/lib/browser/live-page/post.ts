/** Sends a command to the emulator, whose stream then contains the change. If the emulator has stopped, the page shows it. */
export function post(path: 'clear' | 'faults', body?: unknown): void {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  fetch(path, { method: 'POST', ...init }).catch(() => {})
}
