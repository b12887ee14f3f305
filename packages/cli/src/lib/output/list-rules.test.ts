import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { CHECK_RULES } from '../check/check-rules.ts'
import { DOCTOR_RULES } from '../doctor/run-doctor.ts'
import { ENVIRONMENT_RULES } from '../environment/check-environment.ts'
import { GRAPH_RULES } from '../graph/graph-rules.ts'
import { PROBE_RULES } from '../probe/probe-rules.ts'
import { REPORT_RULES } from '../report/run-report.ts'
import { SEND_RULES } from '../send/send-rules.ts'
import type { Rule } from './rules.ts'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

const RULES: Record<string, Record<string, Rule>> = {
  check: CHECK_RULES,
  probe: PROBE_RULES,
  send: SEND_RULES,
  doctor: DOCTOR_RULES,
  report: REPORT_RULES,
  graph: GRAPH_RULES,
  environment: ENVIRONMENT_RULES,
}

describe('the README', () => {
  it.each(Object.keys(RULES))('lists every finding of %s, and no other', (name) => {
    const [, section] = README.split(`<!-- findings: ${name} -->`)
    expect(section?.trim().split('\n\n')[0]).toBe(listRules(RULES[name]!))
  })
})

it.each(Object.entries(RULES))(
  'every message and fix of %s is one sentence with a period',
  (_, rules) => {
    for (const { message, fix } of Object.values(rules)) {
      for (const text of [message, fix]) expect(text).toMatch(/^$|^\{\w+\}$|[.?]$/)
    }
  },
)

/**
 * Returns the lines of the README that list the findings of a command.
 *
 * @param rules The rules, by code.
 */
function listRules(rules: Record<string, Rule>): string {
  return Object.entries(rules)
    .map(([code, { level, message, fix }]) => {
      const label = level === 'unverifiable' ? 'not verifiable' : level
      return `- \`${code}\`, ${label}: ${escape(`${message} ${fix}`.trim())}`
    })
    .join('\n')
}

/** The messages contain HTML, which Markdown would drop. */
function escape(text: string): string {
  return text.replaceAll('<', String.raw`\<`)
}
