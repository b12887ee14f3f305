import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  showProgress,
  UsageError,
} from '@conversion-capi/meta/terminal'

import { rankFindings } from '../rank-findings.ts'
import { probeSite } from '../probe/probe-site.ts'

export const probe = createCommand({
  args: {
    origin: {
      type: 'positional',
      required: false,
      description: 'The origin of the deployment, such as https://school.example.',
    },
    dir: { type: 'string', description: COMMON_ARGS.dir.description },
    json: COMMON_ARGS.json,
    all: COMMON_ARGS.all,
  },
  async run({ origin, dir }, streams) {
    if (origin === undefined) {
      throw new UsageError('probe needs an origin. Write probe https://school.example.')
    }
    const probing = probeSite({ origin, ...(dir !== undefined && { dir }) })
    const findings = await showProgress(`Requesting ${origin}`, probing, streams)
    const next = findings.some(({ level }) => level === 'error')
      ? 'Correct the errors from the top, deploy, and run probe again.'
      : 'Submit a form, and look for the event in Events Manager.'
    return {
      findings: rankFindings(findings),
      summary: `${countFindings(findings)}\nNext: ${next}`,
    }
  },
})
