/** How deep an object may nest before JSON.stringify, on this machine, runs out of stack. */
export function stackDepth(): number {
  let possible = 1
  let impossible = 100_000
  while (impossible - possible > 1) {
    const depth = Math.floor((possible + impossible) / 2)
    if (canWrite(depth)) possible = depth
    else impossible = depth
  }
  return possible
}

function canWrite(depth: number): boolean {
  const value: unknown = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
