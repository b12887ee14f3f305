import type { EventToSend } from '@conversion-capi/core'
import { isJsonObject } from '@conversion-capi/core/protocol'

import { formatCount } from '../terminal/format-count.ts'

/** An exact amount: `units` are its digits, the last `decimals` of them after the point. */
interface Decimal {
  units: bigint
  decimals: number
}

interface Total {
  event: string
  currency: string
  count: number
  sum: Decimal
  negative: { count: number; sum: Decimal }
}

const ZERO: Decimal = { units: 0n, decimals: 0 }

/** Sums up the amounts of events without rounding, by event name and currency, to compare them with the books. */
export function createControlTotal() {
  const totals = new Map<string, Total>()

  return {
    add({ event_name: event, custom_data }: EventToSend): void {
      const { value, currency: code = '' } = isJsonObject(custom_data) ? custom_data : {}
      const amount = value === undefined || value === '' ? NaN : Number(value)
      if (!Number.isFinite(amount)) return
      const currency = String(code).toUpperCase()
      const key = JSON.stringify([event, currency])
      const total = totals.get(key) ?? { event, currency, ...NOTHING, negative: NOTHING }
      totals.set(key, {
        ...total,
        ...include(total, amount),
        negative: amount < 0 ? include(total.negative, amount) : total.negative,
      })
    },
    list: () =>
      [...totals.values()].map(({ event, currency, count, sum }) => ({
        event,
        currency,
        count,
        value: format(sum, false),
      })),
    describe: () =>
      [...totals.values()].map(({ event, currency, count, sum, negative }) => {
        const refunds =
          negative.count > 0
            ? `, of which ${formatCount(negative.count, 'refund')}: ${format(add(negative.sum, { ...ZERO, decimals: sum.decimals }), true)}`
            : ''
        return `  ${event}: ${`${format(sum, true)} ${currency}`.trim()} in ${formatCount(count, 'event')}${refunds}`
      }),
  }
}

const NOTHING = { count: 0, sum: ZERO }

function include({ count, sum }: typeof NOTHING, amount: number): typeof NOTHING {
  return { count: count + 1, sum: add(sum, toDecimal(amount)) }
}

/** The shortest digits of a number are those of the file, unless it has more than 15. */
function toDecimal(amount: number): Decimal {
  const [digits = '', exponent = '0'] = String(amount).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const decimals = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return decimals < 0
    ? { units: units * 10n ** BigInt(-decimals), decimals: 0 }
    : { units, decimals }
}

function add(a: Decimal, b: Decimal): Decimal {
  const decimals = Math.max(a.decimals, b.decimals)
  return { units: scale(a, decimals) + scale(b, decimals), decimals }
}

function scale({ units, decimals }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - decimals)
}

/** Formats an amount with two decimals, or more if it has more: `1,234.50`. */
function format({ units, decimals }: Decimal, useGrouping: boolean): string {
  const minimumFractionDigits = decimals === 0 ? 0 : Math.min(100, Math.max(2, decimals))
  const options = { useGrouping, minimumFractionDigits, maximumFractionDigits: 100 }
  // As text, which is not rounded.
  return new Intl.NumberFormat('en-US', options).format(`${units}E-${decimals}` as `${number}`)
}
