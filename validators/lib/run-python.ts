import { fileURLToPath } from 'node:url'

import { run } from './run.ts'

/** Runs one of the Python scripts beside this file, which reads JSON and writes JSON. Throws what it throws. */
export function runPython(script: string, input: unknown): unknown {
  const file = fileURLToPath(new URL(script, import.meta.url))
  // Isolated: nothing that happens to be installed beside Python's own library is seen.
  const { status, stdout, stderr } = run('python3', ['-I', file], { input: JSON.stringify(input) })
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1))
  return JSON.parse(stdout)
}
