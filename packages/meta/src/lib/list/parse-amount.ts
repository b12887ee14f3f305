export interface AmountFormat {
  /** The character before the decimals. @default '.' */
  decimal?: '.' | ','
  /** The currency sign or code next to each amount: `R$`. */
  sign?: string
}

/** Parses an amount, with or without a thousands separator: `R$ 1.234,50`, `1 234,50`, `1,23,456`. */
export function parseAmount(
  text: string,
  { decimal = '.', sign = '' }: AmountFormat,
): number | undefined {
  const bare = text.replace(sign, '').trim().replace('\u2212', '-').replace(/^-\s+/, '-')
  const [whole = '', fraction = '0', ...others] = bare.split(decimal)
  const isWhole = decimal === ',' ? WITH_POINTS.test(whole) : WITH_COMMAS.test(whole)
  if (!isWhole || !/^\d+$/.test(fraction) || others.length > 0) return undefined
  return Number(`${whole.replaceAll(/[^\d-]/g, '')}.${fraction}`)
}

const WITH_POINTS = /^-?(\d+|\d{1,3}([.\s'’]\d{2,3})*[.\s'’]\d{3})$/
const WITH_COMMAS = /^-?(\d+|\d{1,3}([,\s'’]\d{2,3})*[,\s'’]\d{3})$/
