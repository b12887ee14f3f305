import type { Host } from '../project/site-options.ts'

/** The name of the file in the output folder that lists what was built. It also marks the folder as a build. */
export const MANIFEST_FILE = 'files.json'

/** The content of `files.json`, which lists what was built. */
export interface BuildManifest {
  host: Host
  files: BuiltFile[]
}

/** A file of the site in the output folder. */
export interface BuiltFile {
  /** The path of its URL: `/for-llm/`. */
  path: string
  /** Its path in the output folder: `public/for-llm/index.html`. */
  file: string
  contentType: string
  /** Headers beside the default ones. */
  headers?: Record<string, string>
}
