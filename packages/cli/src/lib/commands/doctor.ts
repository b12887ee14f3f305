import { defineCommand } from 'citty'

import { runDoctor } from '../doctor/run-doctor.ts'
import { type Report, countFindings } from '../report/report.ts'
import { type Streams, showProgress } from '../report/terminal.ts'

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
