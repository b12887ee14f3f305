import { resolve } from 'node:path'

import { checkFolder } from '../check/check-folder.ts'
import { checkSite } from '../check/check-site.ts'
import { countFindings } from '../output/command-result.ts'
import { showProgress } from '../output/terminal.ts'
import { COMMON_ARGS, createCommand } from './command.ts'

export const check = createCommand({
  name: 'check',
  description: 'Check the pages, the events, the settings and the environment, without a network.',
  args: {
    ...COMMON_ARGS,
    pages: {
      type: 'string',
      description: 'The built folder of any site, without school.config.ts: dist, out, build.',
    },
  },
  async run(args, streams) {
    const findings = await showProgress(
      'Checking the site',
      args.pages === undefined
        ? checkSite({ dir: args.dir, env: streams.env })
        : checkFolder({ pages: resolve(streams.cwd(), args.dir, args.pages), env: streams.env }),
      streams,
    )
    return { findings, summary: countFindings(findings), isStrict: args.strict === true }
  },
})
