import type { AggregateOffer, Offer } from 'schema-dts'

import { labelsOf, untranslatedLabels } from '../school/labels.ts'
import type { Labels } from '../school/labels/english.ts'
import type { Program, School } from '../school/school-schema.ts'

/** The trial lesson and the discounts have no names in the description, so they need labels. */
export function generalOffers(school: School): Offer[] {
  const { trial, discounts = [], fees = [] } = school
  const offers = fees.map((fee): Offer => toOffer(school, fee))
  const labels = translatedLabels(school)
  if (!labels) return offers
  if (trial) {
    const { minutes, ...cost } = trial
    const name = labels.trial
    const lesson = { '@type': 'LearningResource' as const, name }
    offers.push({
      ...toOffer(school, { ...cost, for: name }),
      ...(minutes && { itemOffered: { ...lesson, timeRequired: toDuration(minutes) } }),
    } as Offer)
  }
  const name = labels.discounts
  return [
    ...offers,
    ...discounts.map((description) => ({ '@type': 'Offer' as const, name, description })),
  ]
}

type Price = NonNullable<Program['prices']>[number]

/** Of several prices of which only the lowest is known, returns an `AggregateOffer`. */
export function toOffer(school: School, price: Price): Offer | AggregateOffer {
  const { amount, currency: priceCurrency, per, for: name, from, installments } = price
  const labels = translatedLabels(school)
  return {
    ...(from
      ? { '@type': 'AggregateOffer', lowPrice: amount }
      : { '@type': 'Offer', price: amount }),
    priceCurrency,
    category: amount === 0 && !from ? 'Free' : 'Paid',
    ...known({ name }),
    ...(installments && labels && { description: `${labels.installments}: ${installments}` }),
    ...(per && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...(from ? { minPrice: amount } : { price: amount }),
        priceCurrency,
        unitText: per,
      },
    }),
  }
}

export function translatedLabels(school: School): Labels | undefined {
  return untranslatedLabels(school).length === 0 ? labelsOf(school) : undefined
}

export function toDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

export function entity<Type extends string, Fields extends object>(
  type: Type,
  fields: Fields,
): ({ '@type': Type } & Known<Fields>) | undefined {
  const values = known(fields)
  return Object.keys(values).length > 0 ? { '@type': type, ...values } : undefined
}

export function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
  return Object.fromEntries(entries) as Known<Fields>
}

type Known<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
