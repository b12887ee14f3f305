import type { TrackerOptions } from '@conversion-capi/tracker'

/** The hosts that `init` has a template for. */
export const HOSTS = ['vercel', 'netlify', 'cloudflare', 'deno', 'supabase', 'node'] as const

/** The name of a host. */
export type Host = (typeof HOSTS)[number]

/**
 * What the commands need to know about a site and agents do not: the export `site` of `school.config.ts`.
 *
 * ```ts
 * export const site: SiteOptions = { host: 'vercel', pixelId: '1234567890' }
 * ```
 */
export interface SiteOptions {
  /** Where the site is deployed. */
  host: Host
  /** The id of the Meta pixel: digits. */
  pixelId: string
  /** The folder of the handwritten pages, relative to the project. @default 'public' */
  pages?: string
  /** The folder of the host's function and settings, relative to the project. @default '.' */
  hostFiles?: string
  /** The folder that `build` writes, relative to the project. @default 'dist' */
  output?: string
  /**
   * Further options of the tracker, for example `{ consent: 'wait' }`. They replace those that the pages need
   * (`declarative`, `pixel`).
   *
   * @default no further options
   */
  tracker?: Omit<TrackerOptions, 'name' | 'endpoint'>
}
