import { type ChildProcess, spawnSync } from 'node:child_process'

/** Ends a process and those that it has started. On other systems than Windows, it must be `detached`, i.e. lead a group. */
export function endProcesses(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    // The shell of a command or a `.cmd` file is only the first of the processes.
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', `${child.pid}`, '/t', '/f'])
    else process.kill(-child.pid, signal)
  } catch {
    // The process has exited.
  }
}
