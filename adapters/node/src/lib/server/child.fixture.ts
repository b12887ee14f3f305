import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const children: ChildProcess[] = []

/**
 * Starts a server in a child process.
 *
 * @param script Prints the port first.
 */
export async function startChild(script: URL, args: string[] = []) {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, exited, nextLine, port: Number(await nextLine()) }

  async function nextLine(): Promise<string> {
    return (await lines.next()).value as string
  }
}

/** Call it after each test. */
export function killChildren(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}
