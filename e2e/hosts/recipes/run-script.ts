import { execFile } from 'node:child_process'

import { cleanEnvironment } from '@conversion-capi/testing'

/**
 * Runs a script of a project, if it has it, as its user does: in production, not in a test.
 *
 * Rejects, with what it printed, when it fails.
 */
export function runScript(script: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = ['run', script, '--if-present']
    execFile('npm', args, { cwd: folder, env: cleanEnvironment() }, (error, out, err) => {
      if (error) reject(new Error(`npm run ${script} failed:\n${out}${err}`))
      else resolve()
    })
  })
}
