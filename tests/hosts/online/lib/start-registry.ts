import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { type NodeServer, serve } from '@conversion-capi/node'
import type { PackedPackage } from '@conversion-capi/release'

/**
 * Starts an npm registry with the packed packages. It redirects requests for all other packages to the configured
 * registry.
 */
export async function startRegistry(packed: PackedPackage[]): Promise<NodeServer> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const tarballs = new Map(packed.map(({ tarball }) => [`/-/${basename(tarball)}`, tarball]))
  const server = await serve({
    port: 0,
    hostname: '127.0.0.1',
    signals: false,
    site(request) {
      const { origin, pathname, search } = new URL(request.url)
      const tarball = tarballs.get(pathname)
      if (tarball) return new Response(readFileSync(tarball))
      const found = packed.find(({ name }) => `/${name}` === decodeURIComponent(pathname))
      if (found) return Response.json(describe(found, origin))
      return Response.redirect(new URL(pathname.slice(1) + search, upstream), 302)
    },
  })
  return server
}

function describe({ name, manifest, tarball }: PackedPackage, origin: string): object {
  const { version } = manifest
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  const dist = { tarball: `${origin}/-/${basename(tarball)}`, integrity }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}
