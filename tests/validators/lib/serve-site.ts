import { renderResources, type School } from '@conversion-capi/content'
import { type ServedResource, serveResources } from '@conversion-capi/content/serve'
import { type NodeServer, serve } from '@conversion-capi/node'
import { allFiles } from 'conversion-capi'

import { renderExample } from './resources.ts'

/** Serves the files of a school on a free port, as its site would; there is no proxy. */
export function serveSchool(school: School): Promise<NodeServer> {
  return serveFiles(renderResources(school))
}

/** Serves the example as it is deployed, without the additions for development. */
export async function serveExample(): Promise<NodeServer> {
  return serveFiles(allFiles(await renderExample()))
}

function serveFiles(files: ServedResource[]): Promise<NodeServer> {
  return serve({ site: serveResources(files), port: 0, hostname: '127.0.0.1', signals: false })
}
