/** The pages that describe the source by topic, in the order of the sidebar. Each has a file in `pages/`. */
export const REFERENCE_PAGES = [
  'proxy-options',
  'tracker-options',
  'school-description',
  'tool-options',
  'environment-variables',
  'events',
  'rejections',
  'outcomes',
  'command-line',
  'findings',
] as const

/** The name of a page that describes the source by topic. */
export type ReferencePage = (typeof REFERENCE_PAGES)[number]

/** The packages whose exports have a page, by the name of their folder. */
export const API_PAGES = [
  'core',
  'tracker',
  'content',
  'emulator',
  'cli',
  'vercel',
  'netlify',
  'cloudflare',
  'deno',
  'node',
] as const
