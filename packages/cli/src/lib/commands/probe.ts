import {
  COMMON_ARGS,
  countFindings,
  createCommand,
  showProgress,
  UsageError,
} from '@conversion-capi/meta/terminal'

import { probeSite } from '../probe/probe-site.ts'

export const probe = createCommand({
  args: {
    origin: {
      type: 'positional',
      required: false,
      description: 'The origin of the deployment, such as https://school.example.',
    },
    dir: { type: 'string', description: COMMON_ARGS.dir.description },
    all: COMMON_ARGS.all,
    json: COMMON_ARGS.json,
  },
  async run({ origin, dir }, streams) {
    if (origin === undefined) {
      throw new UsageError('probe needs an origin. Write probe https://school.example.')
    }
    const probing = probeSite({ origin, ...(dir !== undefined && { dir }) })
    const findings = await showProgress(`Requesting ${origin}`, probing, streams)
    const next: [string, string] = [
      'Correct the errors, deploy, and run probe again.',
      'Next: npx conversion-capi doctor.',
    ]
    return { findings, summary: countFindings(findings, next) }
  },
})
