import type { EventToSend } from '@conversion-capi/core'
import { isJsonObject } from '@conversion-capi/core/protocol'

import { formatCount } from '../terminal/format-count.ts'

/** Sums are in units of 10^-100: as many decimals as a format can show. */
const DECIMALS = 100

const NONE = { count: 0, sum: 0n, refunds: 0, refunded: 0n }

type Total = typeof NONE & { event: string; currency: string }

export function createControlTotal() {
  const totals = new Map<string, Total>()

  return {
    add({ event_name: event, custom_data }: EventToSend): void {
      const { value, currency: code = '' } = isJsonObject(custom_data) ? custom_data : {}
      const amount = value === undefined || value === '' ? NaN : Number(value)
      if (!Number.isFinite(amount)) return
      const currency = String(code).toUpperCase()
      const key = JSON.stringify([event, currency])
      const total = totals.get(key) ?? { event, currency, ...NONE }
      totals.set(key, total)
      const units = toUnits(amount)
      total.count += 1
      total.sum += units
      if (amount >= 0) return
      total.refunds += 1
      total.refunded += units
    },
    list: () =>
      [...totals.values()].map(({ event, currency, count, sum }) => ({
        event,
        currency,
        count,
        value: format(sum, false),
      })),
    describe: () =>
      [...totals.values()].map(({ event, currency, count, sum, refunds, refunded }) => {
        const negative =
          refunds > 0 ? `, of which ${formatCount(refunds, 'refund')}: ${format(refunded)}` : ''
        return `  ${event}: ${`${format(sum)} ${currency}`.trim()} in ${formatCount(count, 'event')}${negative}`
      }),
  }
}

/** A number's shortest digits are the file's digits, unless it has more than 15. */
function toUnits(amount: number): bigint {
  const [digits = '', exponent = '0'] = String(amount).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const zeros = DECIMALS - fraction.length + Number(exponent)
  return zeros < 0 ? 0n : BigInt(whole + fraction) * 10n ** BigInt(zeros)
}

/** Formats an amount with two decimals, or more if it has more: `1,234.50`. */
function format(units: bigint, useGrouping = true): string {
  const options = { useGrouping, minimumFractionDigits: 2, maximumFractionDigits: DECIMALS }
  // As text, which is not rounded.
  return new Intl.NumberFormat('en-US', options).format(`${units}E-${DECIMALS}` as `${number}`)
}
