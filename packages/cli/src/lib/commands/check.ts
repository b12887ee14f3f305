import { resolve } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  showProgress,
} from '@conversion-capi/meta/terminal'

import { checkFolder } from '../check/check-folder.ts'
import { rankFindings } from '../check/check-rules.ts'
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
    const has = (level: Finding['level']) => findings.some((each) => each.level === level)
    const isApp = findings.some(({ code }) => code === 'framework-pages')
    const command = isApp
      ? "your app's build, and check --pages with the folder that it writes"
      : 'build'
    const next = has('error')
      ? 'Correct the errors from the top, then run check again.'
      : `${has('warning') ? 'Read the warnings from the top, then run' : 'Run'} ${args.pages === undefined ? command : 'probe after you deploy'}.`
    return {
      findings: rankFindings(findings),
      summary: `${countFindings(findings)}\nNext: ${next}`,
      isStrict: args.strict === true,
    }
  },
})
