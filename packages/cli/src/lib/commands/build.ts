import { relative } from 'node:path'

import { COMMON_ARGS, createCommand, showProgress } from '@conversion-capi/meta/terminal'

import { buildSite } from '../build/build-site.ts'
import { HOSTS } from '../hosts/hosts.ts'

export const build = createCommand({
  args: {
    ...COMMON_ARGS,
    host: { type: 'enum', options: [...HOSTS], description: 'Instead of site.host.' },
    'host-files': { type: 'string', description: 'Instead of site.hostFiles.' },
    output: { type: 'string', description: 'Instead of site.output.' },
  },
  async run(args, streams) {
    const { host, files, findings, output } = await showProgress(
      'Building the site',
      buildSite({
        dir: args.dir,
        today: new Date().toISOString().slice(0, 10),
        ...(args.host !== undefined && { host: args.host }),
        ...(args['host-files'] !== undefined && { hostFiles: args['host-files'] }),
        ...(args.output !== undefined && { output: args.output }),
      }),
      streams,
    )
    const folder = relative(streams.cwd(), output) || '.'
    return {
      findings,
      isStrict: args.strict === true,
      summary: `Wrote ${files.length} files for ${host} to ${folder}.\nNext: Deploy it, then run probe with its URL.`,
      data: { host, output, files },
    }
  },
})
