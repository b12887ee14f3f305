import type { Streams } from './terminal.ts'

/** Runs a command line with the arguments and streams of this process, and sets its exit code. */
export async function runProcess(
  main: (argv: string[], streams: Streams) => Promise<number>,
): Promise<void> {
  // The reader has what it wants: `conversion-capi check 2>&1 | head`.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
  process.exitCode = await main(process.argv.slice(2), process)
}
