import type { StartedProcess } from '@conversion-capi/test-support'
import type { Host } from 'conversion-capi'

/** The local runtime of a host, and how the tests start the example site on it. */
export interface Runtime {
  name: string
  /** The project to serve, which the build wrote for this host. */
  project: Exclude<Host, 'supabase'>
  /**
   * Starts the project.
   *
   * @param folder A copy of the project.
   * @param env The only `META_…` variables of the process.
   * @returns The site, once it responds.
   */
  start(folder: string, env: Record<string, string>): Promise<Running>
  /**
   * Paths whose content type only the deployed host decides. Tests of the host's configuration files cover them
   * (docs/inside/tested-hosts.md).
   *
   * @default none
   */
  leavesToTheHost?: readonly string[]
  /**
   * Whether the runtime fails on chunked request bodies. Browsers send none.
   *
   * @default false
   */
  takesNoChunks?: boolean
  /**
   * Tests of the conformance suite that fail because of the runtime: test title to reason.
   *
   * @default none
   */
  decidedByTheHost?: Readonly<Record<string, string>>
  /**
   * Whether the project keeps events in a queue.
   *
   * @default false
   */
  keepsEvents?: boolean
  /**
   * How the deployed host reports a preview: the message in the log, and the environment variable or the header that
   * the tests set, because local runtimes report no previews.
   *
   * @default none
   */
  preview?: { signal: string; env?: Record<string, string>; headers?: Record<string, string> }
}

/** A site that responds. */
export type Running = Pick<StartedProcess, 'origin' | 'output' | 'close'>
