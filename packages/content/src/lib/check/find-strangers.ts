import { addressesOf } from './addresses-of.ts'
import type { Finding } from './problem.ts'
import type { Site } from './site.ts'
import type { SiteFile } from './site-file.ts'
import { textsOf } from './texts-of.ts'

/** @yields Prices, e-mail addresses and phone numbers that stand in a file and nowhere in the description. */
export function* findStrangers(file: SiteFile, { school, knows }: Site): Generator<Finding> {
  const currencies = new Set(
    school.programs.flatMap(({ prices }) => prices.map(({ currency }) => currency)),
  )
  const kinds: [what: string, pattern: RegExp][] = [
    [
      'price',
      new RegExp(`(?<!\\d)\\d+(?:[.,]\\d+)*[ \\u00a0]?(?:${[...currencies].join('|')})\\b`, 'g'),
    ],
    ['e-mail address', /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi],
    ['phone number', /\+\d[\d ()-]{5,24}\d/g],
  ]
  for (const { text, line } of textsOf(file)) {
    for (const [what, pattern] of kinds) {
      for (const [stranger] of text.matchAll(pattern)) {
        if (!knows(stranger)) yield { line, message: judge(what, stranger) }
      }
    }
  }
  // A link may say one thing and lead to another.
  const { email, phone } = school.contacts
  const links = new Set([`mailto:${email}`, `tel:${digitsOf(phone)}`])
  for (const { href, line } of addressesOf(file)) {
    if (!/^(?:mailto|tel):/.test(href) || links.has(href)) continue
    yield { line, message: judge('link', href) }
  }
}

function judge(what: string, stranger: string): string {
  return `The ${what} "${stranger}" is not in the description: correct it there and render the files again, or delete it here.`
}

function digitsOf(phone = ''): string {
  return phone.replaceAll(/[^+\d]/g, '')
}
