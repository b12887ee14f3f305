import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const children: ChildProcess[] = []

/** Starts a server in a child process. Its script prints the port first. Arguments before the script are Node's. */
export async function startChild(...args: string[]) {
  const options = { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] as const }
  const child = spawn(process.execPath, args, options)
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
