import type { Host } from './site-options.ts'

/** The files of a project that its host needs, beside the published folder. */
export interface ProjectFiles {
  /** Files and folders that are copied into the build. */
  copied: string[]
  /** The settings file, into which the build merges the generated settings. */
  settings?: string
}

/** What the build copies for each host. */
export const PROJECT_FILES: Record<Host, ProjectFiles> = {
  vercel: { copied: ['api'], settings: 'vercel.json' },
  netlify: { copied: ['netlify/functions'], settings: 'netlify.toml' },
  cloudflare: { copied: ['worker.ts'], settings: 'wrangler.jsonc' },
  deno: { copied: ['main.ts'] },
  supabase: { copied: ['supabase/functions', 'supabase/config.toml'] },
  node: { copied: ['server.ts'] },
}
