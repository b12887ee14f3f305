import { isAbsolute, normalize } from 'node:path'

import { CommandError, didYouMean } from '@conversion-capi/meta/terminal'
import { buildTracker, type PixelOptions, type TrackerOptions } from '@conversion-capi/tracker'

import { type Host, HOSTS } from '../hosts/hosts.ts'
import { locateProblems } from './locate-field.ts'

/** The site builders that `init` recognizes. */
export const PLATFORMS = ['Tilda', 'WordPress', 'Wix', 'Webflow', 'Squarespace'] as const

/** A site builder. */
export type Platform = (typeof PLATFORMS)[number]

/** The frameworks that `init` recognizes, `vite` for Vite without one, and `other` for all other programs. */
export const FRAMEWORKS = [
  'next',
  'astro',
  'sveltekit',
  'nuxt',
  'tanstack-start',
  'react-router',
  'vite',
  'other',
] as const

/** A program that builds or serves the pages. */
export type Framework = (typeof FRAMEWORKS)[number]

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
  /** The ID of the Meta pixel: digits. @default missing: `dev` uses an example, `check` checks all else */
  pixelId?: string
  /**
   * The site, if a site builder serves its pages. The project then has no pages: the description names the origin of
   * the deployment, which serves the tracker and runs the function.
   *
   * @default the project has the pages
   */
  builder?: BuilderSite
  /**
   * The framework that builds the pages. The project then has no handwritten pages, and `pages` is the folder of the
   * framework's static files.
   *
   * @default the project has the pages
   */
  framework?: Framework
  /** The folder of the handwritten pages, relative to the project. @default 'public', with SvelteKit 'static' */
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
  tracker?: Omit<TrackerOptions, 'name' | 'endpoint' | 'pixel'> & {
    /**
     * The pixel that the tracker loads. Its `id` is `pixelId` by default.
     *
     * @default the pixel `pixelId` without settings, if no page loads a pixel
     */
    pixel?: Partial<PixelOptions>
  }
}

/** A site whose pages a site builder serves. */
export interface BuilderSite {
  /** The origin of the pages: `https://school.example`. Its counterpart with or without `www` counts as the same site. */
  url: string
  /** The site builder. @default unknown */
  platform?: Platform
}

/** The export `site` with its defaults. */
export type CompleteSiteOptions = Required<Omit<SiteOptions, 'builder' | 'framework'>> &
  Pick<SiteOptions, 'builder' | 'framework'>

/** The pixel ID of a draft until the project has one. */
export const EXAMPLE_PIXEL_ID = '100000000000000'

const DEFAULTS = { pages: 'public', hostFiles: '.', output: 'dist', tracker: {} }

/** Checks the export `site` and adds its defaults, and the example of a pixel ID. */
export function readSiteOptions(site: unknown, source: string): CompleteSiteOptions {
  const { framework } = (site ?? {}) as SiteOptions
  const complete = {
    ...DEFAULTS,
    pixelId: EXAMPLE_PIXEL_ID,
    // The folder whose files the framework serves as they are.
    ...(framework === 'sveltekit' && { pages: 'static' }),
    ...(site as Omit<CompleteSiteOptions, 'pixelId'>),
  }
  const findings = locateProblems([...findProblems(site)], source)
  if (findings.length === 0) return complete
  throw new CommandError('school.config.ts has an unusable export "site".', findings)
}

function* findProblems(site: unknown): Generator<string> {
  if (typeof site !== 'object' || site === null) {
    return yield `site is missing. Write export const site = { host: "node", pixelId: "…" }.`
  }
  const known = ['host', 'pixelId', 'builder', 'framework', ...Object.keys(DEFAULTS)]
  for (const [name, value] of Object.entries(site)) {
    if (!known.includes(name)) {
      yield `site.${name} is unknown.${didYouMean(name, known) || ` The fields are ${known.join(', ')}.`}`
    } else if (name === 'tracker') {
      yield* findTrackerProblems(value)
    } else if (name === 'builder') {
      if (value !== undefined) yield* findBuilderProblems(value)
    } else if (typeof value !== 'string') {
      yield `site.${name} is not a string. Write it in quotes.`
    } else if (name in DEFAULTS && (isAbsolute(value) || normalize(value).startsWith('..'))) {
      yield `site.${name} is outside the project. Write a path relative to school.config.ts.`
    }
  }
  const { host, pixelId, builder, framework, pages } = site as Partial<SiteOptions>
  if (builder !== undefined && pages !== undefined) {
    yield 'site.pages has no effect with site.builder. Remove one of them.'
  }
  if (builder !== undefined && framework !== undefined) {
    yield 'site.framework has no effect with site.builder. Remove one of them.'
  }
  if (framework !== undefined && !FRAMEWORKS.includes(framework)) {
    yield `site.framework is unknown.${didYouMean(String(framework), FRAMEWORKS) || ` Write one of ${FRAMEWORKS.join(', ')}.`}`
  }
  if (!HOSTS.includes(host!)) {
    const hint = typeof host === 'string' ? didYouMean(host, HOSTS) : ''
    yield `site.host is not a known host.${hint || ` Write one of ${HOSTS.join(', ')}.`}`
  }
  if (typeof pixelId === 'string' && !/^\d+$/.test(pixelId)) {
    yield 'site.pixelId is not a pixel ID. Write the digits that Meta shows for your pixel.'
  }
}

function* findBuilderProblems(builder: unknown): Generator<string> {
  if (typeof builder !== 'object' || builder === null) {
    return yield 'site.builder is not an object. Write { url: "https://school.example" }.'
  }
  const known = ['url', 'platform']
  for (const name of Object.keys(builder)) {
    if (known.includes(name)) continue
    yield `site.builder.${name} is unknown.${didYouMean(name, known) || ` The fields are ${known.join(', ')}.`}`
  }
  const { url, platform } = builder as Partial<BuilderSite>
  if (typeof url !== 'string' || !isPageOrigin(url)) {
    yield 'site.builder.url is not the origin of the pages. Write it without a slash at the end, such as "https://school.example".'
  }
  if (platform !== undefined && !PLATFORMS.includes(platform)) {
    yield `site.builder.platform is unknown. Write one of ${PLATFORMS.join(', ')}, or remove it.`
  }
}

export function isPageOrigin(text: string): boolean {
  if (!URL.canParse(text) || new URL(text).origin !== text) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || /^(?:127\.0\.0\.1|\[::1\]|(?:.+\.)?localhost)$/.test(hostname)
}

function* findTrackerProblems(tracker: unknown): Generator<string> {
  if (typeof tracker !== 'object' || tracker === null) {
    return yield 'site.tracker is not an object. Write options of the tracker, e.g. { consent: "wait" }.'
  }
  const { name, endpoint, pixel, ...options } = tracker as Partial<TrackerOptions>
  if (name !== undefined) {
    yield 'site.tracker.name is in the wrong place. Write it in the description of the school: tracker: "…".'
  }
  if (endpoint !== undefined) {
    yield 'site.tracker.endpoint is in the wrong place. Write it in the description of the school: endpoint: "…".'
  }
  try {
    const isObject = typeof pixel === 'object' && pixel !== null
    const completed = isObject ? { ...pixel, id: pixel.id ?? '0' } : pixel
    buildTracker({ ...options, name: 'tracker', pixel: completed! })
  } catch (error) {
    yield `site.tracker is unusable: ${(error as Error).message}`
  }
}
