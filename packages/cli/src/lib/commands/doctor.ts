import { defineCommand } from 'citty'

import { runDoctor } from '../doctor/run-doctor.ts'
import { countFindings } from '../report/count-findings.ts'
import type { Report } from '../report/report.ts'
import { showProgress } from '../report/show-progress.ts'
import type { Streams } from '../report/streams.ts'

/** `conversion-capi doctor`. */
export const doctor = defineCommand({
  meta: {
    name: 'doctor',
    description:
      'Check the environment variables where they are set, and read the pixel from Meta. Sends no event.',
  },
  args: {
    json: { type: 'boolean', description: 'Print one JSON document instead of words.' },
  },
  async run({ data }): Promise<Report> {
    const streams = data as Streams
    const findings = await showProgress(
      'Reading the pixel',
      runDoctor({ env: streams.env }),
      streams,
    )
    return { findings, summary: countFindings(findings) }
  },
})
