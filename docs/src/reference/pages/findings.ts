import { CHECK_RULES } from '../../../../packages/cli/src/lib/check/check-rules.ts'
import { DOCTOR_RULES } from '../../../../packages/meta/src/lib/doctor/run-doctor.ts'
import { ENVIRONMENT_RULES } from '../../../../packages/meta/src/lib/environment/check-environment.ts'
import { GRAPH_RULES } from '../../../../packages/meta/src/lib/graph/read-graph.ts'
import { PROBE_RULES } from '../../../../packages/cli/src/lib/probe/probe-rules.ts'
import { VISIT_RULES } from '../../../../packages/cli/src/lib/visit/visit-rules.ts'
import { REPORT_RULES } from '../../../../packages/meta/src/lib/report/run-report.ts'
import { SEND_RULES } from '../../../../packages/meta/src/lib/send/send-rules.ts'
import type { Rule } from '../../../../packages/meta/src/lib/terminal/rules.ts'

const SECTIONS: Record<string, Record<string, Rule>> = {
  'Findings of `check`': CHECK_RULES,
  'Findings about the environment': ENVIRONMENT_RULES,
  'Findings of `probe`': PROBE_RULES,
  'Findings of `visit`': VISIT_RULES,
  'Findings of `send`': SEND_RULES,
  'Findings of `doctor`': DOCTOR_RULES,
  'Findings of `report`': REPORT_RULES,
  'Findings about the Graph API': GRAPH_RULES,
}

export function renderFindings(): string {
  return [
    '# Findings of the command line',
    'Every message of `check`, `probe`, `visit`, `send`, `doctor` and `report`, by the `code` that `--json` prints, with what to do. Words in curly braces stand for values.',
    ...Object.entries(SECTIONS).map(
      ([heading, rules]) =>
        `## ${heading}\n\n${Object.entries(rules).map(renderRule).join('\n\n')}`,
    ),
  ].join('\n\n')
}

function renderRule([code, { level, message, fix }]: [string, Rule]): string {
  const label = level === 'unverifiable' ? 'Not verifiable' : level
  // The messages contain HTML, which Markdown would drop.
  const text = `${message} ${fix}`.trim().replaceAll('<', String.raw`\<`)
  return `### \`${code}\`\n\n${label[0]!.toUpperCase()}${label.slice(1)}: ${text}`
}
