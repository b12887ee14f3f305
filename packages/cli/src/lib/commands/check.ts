import { resolve } from 'node:path'

import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  showProgress,
} from '@conversion-capi/meta/terminal'

import { checkFolder } from '../check/check-folder.ts'
import { checkSite } from '../check/check-site.ts'

export const check = createCommand({
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
