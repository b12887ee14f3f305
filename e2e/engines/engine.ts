/** A browser engine: how it is found, and how it is started to show one page. */
export interface Engine {
  name: string
  /** The Debian packages that bring it. */
  packages: string[]
  /** The path of its executable; nothing while something that it needs is missing. */
  find(): string | undefined
  /** Writes what a fresh profile needs into `profile`, an empty folder that is deleted afterwards. */
  start(executable: string, profile: string, address: Address): Command | Promise<Command>
}

/** What the engine is to show. */
export interface Address {
  url: string
  /**
   * The port on 127.0.0.1 that is its HTTP proxy for every host but localhost and 127.0.0.1. So pages
   * live at any name without a name server, and nothing calls home.
   */
  proxyPort: number
}

export interface Command {
  file: string
  args: string[]
  env?: Record<string, string>
}
