import { createHandler, type HandlerOptions, logOutcome, readConfig } from '@conversion-capi/core'

/**
 * What `createHandler` takes, but for `config`, which is read from the project's environment variables.
 * `onOutcome` is `logOutcome()` when not given.
 */
export type FunctionOptions = Omit<HandlerOptions, 'config'>

/** One function under the names by which Vercel looks for it. */
export interface VercelFunction {
  /** What the Node.js runtime calls of a default export, for every method. */
  fetch: (request: Request) => Promise<Response>
  GET: (request: Request) => Promise<Response>
  HEAD: (request: Request) => Promise<Response>
  OPTIONS: (request: Request) => Promise<Response>
  POST: (request: Request) => Promise<Response>
  PUT: (request: Request) => Promise<Response>
  PATCH: (request: Request) => Promise<Response>
  DELETE: (request: Request) => Promise<Response>
}

/**
 * Makes the proxy for a file in `api/`, with the `META_…` variables of the project.
 *
 * Every method is the same function, so that the wrong ones get the proxy's own 405. An unusable variable is
 * reported once, when the file is loaded.
 *
 * @returns `export default createFunction()` on the Node.js runtime; on either runtime its methods, each
 *   exported by its name.
 */
export function createFunction(options: FunctionOptions = {}): VercelFunction {
  const config = readConfig(process.env)
  const handle = createHandler({ onOutcome: logOutcome(), ...options, config })
  return {
    fetch: handle,
    GET: handle,
    HEAD: handle,
    OPTIONS: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
  }
}
