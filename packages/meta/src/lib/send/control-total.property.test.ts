import fc from 'fast-check'
import { expect, it } from 'vitest'

import { runDry } from './run-dry.ts'
import { ENV, NOW, writeInput } from './send.fixture.ts'

const REASONS: Record<string, string> = {
  failed: '"Status" is "failed"',
  refunded: '"Status" is "refunded"',
  old: 'too old',
  short: 'malformed',
  none: 'invalid',
}

/** Writes an amount as `1.234,50` or `1 234.50`, with any number of decimals. */
function write(units: bigint, decimals: number, decimal: string, group: string): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, group)
  return `${units < 0n ? '-' : ''}${whole}${decimals > 0 ? decimal + digits.slice(-decimals) : ''}`
}

it('accounts for each line of a file, and sums up amounts of any notation exactly', async () => {
  const row = fc.record({
    id: fc.nat(30),
    units: fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
    decimals: fc.integer({ min: 0, max: 6 }),
    currency: fc.constantFrom('EUR', 'usd'),
    kind: fc.constantFrom('paid', 'paid', ...Object.keys(REASONS)),
  })
  const notation = fc.constantFrom([',', '.'], [',', ' '], ['.', "'"], ['.', ''])
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1 }), notation, async (rows, [decimal, group]) => {
      const totals = new Map<string, { count: number; micros: bigint }>()
      const leftOut: Record<string, number> = {}
      const known = new Set<number>()
      const lines = rows.map(({ id, units, decimals, currency, kind }) => {
        const amount = write(units, decimals, decimal!, group!)
        const status = kind === 'failed' || kind === 'refunded' ? kind : 'paid'
        const reason = REASONS[kind] ?? (known.has(id) ? 'repeated' : undefined)
        if (reason) leftOut[reason] = (leftOut[reason] ?? 0) + 1
        else {
          known.add(id)
          const code = currency.toUpperCase()
          const { count, micros } = totals.get(code) ?? { count: 0, micros: 0n }
          totals.set(code, {
            count: count + 1,
            micros: micros + units * 10n ** BigInt(6 - decimals),
          })
        }
        const time = NOW / 1000 - (kind === 'old' ? 8 * 86_400 : 60)
        const cells = [
          kind === 'none' ? `x${id}` : id,
          time,
          kind === 'none' ? '' : amount,
          currency,
        ]
        return [...cells, ...(kind === 'short' ? [] : [status]), 'a@school.example'].join(';')
      })
      const head = 'event_id;event_time;custom_data.value;custom_data.currency;Status;user_data.em'
      const file = await writeInput([head, ...lines].join('\n'), 'payments.csv')
      const mapping = {
        decimal: decimal as ',' | '.',
        constants: { event_name: 'Purchase', action_source: 'system_generated' },
        only: { Status: ['paid'] },
      }
      const dry = runDry({ file, mapping, env: ENV, now: () => NOW })
      if (rows.every(({ kind }) => kind === 'failed' || kind === 'refunded')) {
        await expect(dry).rejects.toThrow('leaves out every line')
        return
      }
      const { data } = await dry
      const sum = Object.values(leftOut).reduce((all, count) => all + count, 0)
      expect(data).toMatchObject({ lines: rows.length, accepted: rows.length - sum, leftOut })
      const received = (data as { totals: { currency: string; count: number; value: string }[] })
        .totals
      expect(
        Object.fromEntries(
          received.map(({ currency, count, value }) => {
            const [whole = '', fraction = ''] = value.split('.')
            return [currency, { count, micros: BigInt(whole + fraction.padEnd(6, '0')) }]
          }),
        ),
      ).toEqual(Object.fromEntries(totals))
    }),
    { numRuns: 60 },
  )
})
