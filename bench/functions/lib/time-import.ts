import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * How long a module takes to import, in a process of its own that has imported nothing else.
 *
 * @param url Of the module.
 * @returns Milliseconds, from the import to the end of its evaluation.
 */
export async function timeImport(url: string): Promise<number> {
  const script = `
    const start = performance.now()
    await import(${JSON.stringify(url)})
    console.log(performance.now() - start)`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: ENVIRONMENT },
  )
  return Number(stdout)
}

/** Nothing is kept from one process to the next, and the function is configured. */
const ENVIRONMENT = {
  NODE_DISABLE_COMPILE_CACHE: '1',
  META_PIXEL_ID: '770000000000077',
  META_ACCESS_TOKEN: 'EAABench',
}
