import { getPort, startProcess } from '@conversion-capi/testing'
import type { Running } from '../lib/runtime.ts'

/** Starts a recipe's project, which has been built, as its `package.json` says. */
export async function startRecipe(folder: string, env: Record<string, string>): Promise<Running> {
  const port = await getPort()
  // Each framework has its own name for the address to listen on.
  const address = { PORT: String(port), HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' }
  return startProcess('npm', ['start'], {
    cwd: folder,
    env: { ...env, ...address },
    origin: `http://127.0.0.1:${port}`,
  })
}
