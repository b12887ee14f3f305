/** A host's own local runtime, and how it is given the example site. */
export interface Runtime {
  name: string
  /** The project that is deployed: one that the build wrote for its host, or the whole example. */
  project: 'netlify' | 'vercel' | 'cloudflare' | 'whole'
  /**
   * Starts the project in this folder, with these environment variables and no other of ours.
   *
   * @returns The site, once it answers.
   */
  start(folder: string, env: Record<string, string>): Promise<Running>
  /**
   * What only the deployed host does, by path: tested on the files that the host reads (docs/hosts.md).
   * Default: nothing.
   */
  leavesToTheHost?: readonly string[]
  /** Whether it fails at a body that is sent in chunks. Browsers send the whole. Default: `false`. */
  takesNoChunks?: boolean
  /** What the local runtime does before the proxy is asked: titles of the conformance suite, and why. */
  decidedByTheHost?: Readonly<Record<string, string>>
}

export interface Running {
  /** Without a slash at the end. */
  origin: string
  close(): Promise<void>
}
