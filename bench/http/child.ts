import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server of the bench in a separate process. */
export interface Child<Report> {
  port: number
  report: () => Promise<Report>
  stop: () => Promise<void>
}

/**
 * Starts a script that calls `reportToParent`.
 *
 * @throws {Error} If it exits before it has started to listen.
 */
export async function startChild<Report>(
  script: URL,
  args: string[],
  nodeArgs: string[] = [],
): Promise<Child<Report>> {
  const child = fork(fileURLToPath(script), args, {
    execArgv: nodeArgs,
    // Our proxy logs failures and summaries, which are not part of the results.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let log = ''
  child.stderr!.on('data', (chunk) => (log = `${log}${chunk}`.slice(-2000)))
  const exited = once(child, 'exit')
  const { port } = await nextMessage<{ port: number }>()
  return {
    port,
    report() {
      child.send('report')
      return nextMessage<Report>()
    },
    async stop() {
      // A server that closes gracefully would wait for its connections.
      child.kill('SIGKILL')
      await exited
    },
  }

  function nextMessage<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      child.once('message', onMessage)
      child.once('exit', onExit)

      function onMessage(message: unknown): void {
        child.off('exit', onExit)
        resolve(message as Message)
      }
      function onExit(code: number | null): void {
        reject(new Error(`${fileURLToPath(script)} ${args[0]} exited with code ${code}.\n${log}`))
      }
    })
  }
}
