import type { Rule } from '@conversion-capi/meta/terminal'

/**
 * What the cause of a finding costs, the worst first: events, their quality, data that leaks, what visitors and crawlers
 * cannot reach, and knowledge.
 */
const LOSSES = ['events', 'quality', 'privacy', 'reach', 'certainty'] as const

export type RankedRule = Rule & { loss: number }

/** Adds to rules what is lost. */
export function losing<const Rules extends Record<string, Rule>>(
  loss: (typeof LOSSES)[number],
  rules: Rules,
) {
  const ranked = Object.entries(rules).map(([code, rule]) => [
    code,
    { ...rule, loss: LOSSES.indexOf(loss) },
  ])
  return Object.fromEntries(ranked) as { [Code in keyof Rules]: Rules[Code] & RankedRule }
}
