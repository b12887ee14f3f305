/**
 * Measures several subjects in rounds, so that other load on the machine affects all of them equally. Each round
 * measures every subject once; the subject that starts rotates. Before, each subject runs once to compile its code.
 *
 * @returns The measurements of each subject in the order of the rounds.
 */
export async function interleave<Name extends string, Measurement>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<Measurement>,
): Promise<Record<Name, Measurement[]>> {
  for (const name of names) await measure(name)
  const measurements = Object.fromEntries(names.map((name) => [name, [] as Measurement[]]))
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      measurements[name]!.push(await measure(name))
    }
  }
  return measurements as Record<Name, Measurement[]>
}
