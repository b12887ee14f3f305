/**
 * Decides which port to listen on.
 *
 * @param option The caller's choice.
 * @param env The `PORT` environment variable, which serves when there is no choice; an empty one counts as
 *   absent.
 * @returns A port from 0 to 65535; 3000 when neither says anything. Throws when what they say is no port.
 */
export function readPort(option: number | undefined, env: string | undefined): number {
  const given = option ?? (env || 3000)
  const port = /^\d+$/.test(String(given)) ? Number(given) : NaN
  if (port <= 65_535) return port

  const source = option === undefined ? 'the PORT environment variable' : 'the port option'
  throw new Error(
    `Port "${given}" is not a port: set ${source} to a whole number from 0 to 65535 (0 means any free port).`,
  )
}
