export interface Sample {
  names: string[]
  rows: string[][]
}

interface Guess {
  /** Its names, the surest first. */
  names: RegExp[]
  not?: RegExp
  cell: RegExp
  isUnique?: boolean
}

/** What an ID counts: an order, a payment, an invoice, a contract, a transaction. */
const THING =
  'order|payment|invoice|contract|trans|record|bestell|rechnung|auftrag|zahlung|vertrag|commande|facture|paiement|contrat|pedido|factura|fatura|pago|zam[oó]wie|faktur|umow|płatno|заказ|плат[её]ж|договор|замовлен|платіж|договір|рахун'
const NUMBER =
  '(?<!\\p{L})(id|no|nr|ref)(?!\\p{L})|№|number|referen[cz]|code|kod|nummer|num[eé]r|c[oó]digo|номер|идентификатор|ідентифікатор'
const TIME =
  'date|time|zeit|created|paid|datum|tag$|fecha|hora|data(?!\\p{L})|czas|дата|время|час(?!\\p{L})'
const AMOUNT =
  'amount|value|total|price|gross|(?<!\\p{L})sum|betrag|brutto|preis|montant|prix|importe|monto|precio|valor|preço|kwota|cena|сум|стоимость|цена|вартість|ціна'
const PERSON = 'customer|client|student|kunden|cliente?|klient|клиент|клієнт|студент|учен'

/** In English, German, French, Spanish, Portuguese, Polish, Russian and Ukrainian. */
const GUESSES: Record<string, Guess> = {
  event_id: {
    names: [
      words('^(id|№)$'),
      words(`(${THING}).*(${NUMBER})|(${NUMBER}).*(${THING})`),
      words(NUMBER),
      words(THING),
    ],
    not: words(
      `${TIME}|${AMOUNT}|(${PERSON})(?!referenz)|mandat|phone|телефон|card|карт|account|konto|(?<!\\p{L})(post|zip|plz|bic|iban|tax)`,
    ),
    cell: /./,
    isUnique: true,
  },
  event_time: { names: [words(TIME)], cell: /^(\d+([-./:])\d+\2\d|\d{10}$)/ },
  'custom_data.value': {
    names: [words(AMOUNT)],
    not: words('refund|fee|(?<!\\p{L})(tax|net)|gebühr|erstatt|комис|коміс|возвр|поверн'),
    cell: /\d/,
  },
  'custom_data.currency': {
    names: [words('currency|w(ä|ae)hrung|devise|moneda|moeda|waluta|валют')],
    cell: /^[a-z]{3}$/i,
  },
  'user_data.em': { names: [words('mail|correo|почт|пошт')], cell: /@/ },
  'user_data.ph': {
    names: [words('phone|tel|mobile|handy|celular|тел'), words('contact|kontakt|контакт')],
    cell: /^(?!.*@)\D*(\d\D*){7,}$/,
  },
  'user_data.fn': {
    names: [words("first.?name|vorname|prénom|^nombre$|imi[eę]|^имя|^ім['’ʼ]я")],
    cell: /\p{L}/u,
  },
  'user_data.ln': {
    names: [words('last.?name|nachname|apellido|sobrenome|nazwisko|фамилия|прізвище')],
    cell: /\p{L}/u,
  },
  'user_data.external_id': {
    names: [words(`(${PERSON}).*(${NUMBER})|mandatsreferenz`)],
    cell: /./,
  },
}

export const GUESSED_FIELDS: string[] = Object.keys(GUESSES)

/** Returns the column that is probably a field, by its name and by what most of its cells look like. */
export function guessColumn(field: string, names: string[], sample: Sample): string | undefined {
  const guess = GUESSES[field]!
  const candidates = names.filter((name) => {
    const cells = cellsOf(sample, name)
    const { length } = cells.filter((cell) => guess.cell.test(cell))
    const isKnown = !guess.isUnique || new Set(cells).size === cells.length
    return isKnown && length * 2 > cells.length && !guess.not?.test(toWords(name))
  })
  return guess.names
    .flatMap((pattern) => candidates.find((name) => pattern.test(toWords(name))) ?? [])
    .at(0)
}

export function cellsOf({ names, rows }: Sample, name: string): string[] {
  const index = names.indexOf(name)
  return rows.map((row) => row[index] ?? '').filter((cell) => cell !== '')
}

/** Splits `order_id` and `orderId`. */
export function toWords(name: string): string {
  return name.replaceAll(/_|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
}

function words(pattern: string): RegExp {
  return new RegExp(pattern, 'iu')
}
