import type { Streams } from './streams.ts'

/**
 * Writes a line to the terminal if work takes longer than a second.
 *
 * @param label What is being done: `Building the site`.
 * @param work The work.
 * @param streams The streams of the command.
 * @returns What `work` resolves to.
 */
export async function showProgress<Value>(
  label: string,
  work: Promise<Value>,
  { stderr }: Pick<Streams, 'stderr'>,
): Promise<Value> {
  const timer = setTimeout(() => stderr.isTTY && stderr.write(`${label}…\n`), 1000)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
