/** A file by which a host is told how to serve the site. */
export interface HostFile {
  /** `vercel-build-output` is for sites that are deployed prebuilt, in place of `vercel`. */
  host: 'netlify' | 'vercel' | 'vercel-build-output' | 'cloudflare'
  /** Where it lies: in the folder that is published (`site`), or from the root of the project (`project`). */
  place: 'site' | 'project'
  /** From there, without a slash at the beginning: `_headers`, `.vercel/output/config.json`. */
  path: string
  body: string
}
