import { describeOutcome } from './describe-outcome.ts'
import { describeRow } from './describe-row.ts'
import type { LiveRow } from './store.ts'

export interface Reason {
  text: string
  fix?: string | undefined
  tone: 'warn' | 'bad'
  count: number
  key: string
}

const MAX_REASONS = 20

/** Lists why events were rejected or could be better: rejections before warnings, the most frequent first. */
export function summarize(rows: readonly LiveRow[]): Reason[] {
  const reasons = new Map<string, Reason>()
  for (const row of rows) {
    const texts = new Set<string>()
    for (const { text, fix, tone } of reasonsOf(row)) {
      if (texts.has(text)) continue
      texts.add(text)
      const known = reasons.get(text)
      if (known) known.count++
      else reasons.set(text, { text, fix, tone, count: 1, key: row.key })
    }
  }
  const order = { bad: 0, warn: 1 }
  return [...reasons.values()]
    .sort((one, other) => order[one.tone] - order[other.tone] || other.count - one.count)
    .slice(0, MAX_REASONS)
}

function* reasonsOf(row: LiveRow): Generator<Pick<Reason, 'text' | 'fix' | 'tone'>> {
  for (const { problem, fix } of row.rejections) yield { text: problem, fix, tone: 'bad' }
  for (const outcome of row.outcomes) {
    const { sentence, fix, tone } = describeOutcome(outcome)
    // A delivery has a different duration each time.
    if (outcome.kind === 'rejected') yield { text: sentence, fix, tone: 'bad' }
    else if (fix !== undefined && tone !== 'ok') {
      yield { text: 'The proxy dropped unhashed personal data.', fix, tone: 'warn' }
    }
  }
  for (const warning of describeRow(row).warnings) {
    const [text = '', ...fix] = warning.split(/(?<=\.) (?=[A-Z])/)
    yield { text, tone: 'warn', ...(fix.length > 0 && { fix: fix.join(' ') }) }
  }
}
