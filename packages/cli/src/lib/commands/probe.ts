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
    json: COMMON_ARGS.json,
  },
  async run({ origin, dir }, streams) {
    if (origin === undefined) {
      throw new UsageError('probe needs an origin. Write probe https://school.example.')
    }
    const probing = probeSite({ origin, ...(dir !== undefined && { dir }) })
    const findings = await showProgress(`Requesting ${origin}`, probing, streams)
    return { findings, summary: countFindings(findings) }
  },
})
