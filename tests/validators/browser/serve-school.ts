import { renderResources, type School } from '@conversion-capi/content'
import { serveResources } from '@conversion-capi/content/serve'
import { type NodeServer, serve } from '@conversion-capi/node'

/** Serves the files of a school on a free port, as its site would; there is no proxy. */
export function serveSchool(school: School): Promise<NodeServer> {
  const site = serveResources(renderResources(school))
  return serve({ site, port: 0, hostname: '127.0.0.1', signals: false })
}
