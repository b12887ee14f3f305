import type { Finding } from '@conversion-capi/content'
import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  showProgress,
} from '@conversion-capi/meta/terminal'

import { rankFindings } from '../rank-findings.ts'
import { checkSite } from '../check/check-site.ts'

export const check = createCommand({
  args: COMMON_ARGS,
  async run(args, streams) {
    const findings = await showProgress(
      'Checking the site',
      checkSite({ dir: args.dir, env: streams.env }),
      streams,
    )
    const has = (level: Finding['level']) => findings.some((each) => each.level === level)
    const isApp = findings.some(({ code }) => code === 'framework-pages')
    const command = isApp ? 'visit with the command that starts your app' : 'build'
    const next = has('error')
      ? 'Correct the errors from the top, then run check again.'
      : `${has('warning') ? 'Read the warnings from the top, then run' : 'Run'} ${command}.`
    return {
      findings: rankFindings(findings),
      summary: `${countFindings(findings)}\nNext: ${next}`,
      isStrict: args.strict === true,
    }
  },
})
