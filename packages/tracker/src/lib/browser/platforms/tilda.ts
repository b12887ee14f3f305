import { isContactValue } from '@conversion-capi/core/pii'

import type { Tracker } from '../tracker-api.ts'
import { readContacts } from './read-contacts.ts'

declare const self: {
  tildaForm?: {
    /** `false` if the form has no cart. */
    tildapayment?: { amount?: number | string }
  }
}

/**
 * Returns a function that tracks the forms of Tilda after its server has accepted them: as InitiateCheckout if the form
 * has a price, like Tilda's own scripts, or as Lead. A form with `data-track` is left to the attribute.
 *
 * Tilda's scripts send the same events to any pixel in the page, without an event ID. The attribute turns this off.
 */
export function tilda(): (tracker: Tracker) => void {
  return (tracker) => {
    const find = (selector: string) => document.querySelector<HTMLInputElement>(selector)
    const turnOff = () => find('#allrecords')?.setAttribute('data-fb-event', 'nosend')
    turnOff()
    addEventListener('DOMContentLoaded', turnOff)
    addEventListener('tildaform:beforesend', turnOff)
    addEventListener('tildaform:aftersuccess', ({ target }) => {
      const form = target as HTMLFormElement
      // The attribute counts it, also in an export whose forms another script sends.
      if (form.matches('[data-track]')) return
      const pii = readContacts(form)
      // A field with a mask does not contain the country code. Tilda writes the complete number into a hidden field.
      const phone = form.querySelector<HTMLInputElement>('.js-phonemask-result')?.value
      if (phone && isContactValue('ph', phone)) pii.ph = phone
      const priceField = form.querySelector<HTMLInputElement>('.js-tilda-price')
      const value = +(self.tildaForm?.tildapayment?.amount || priceField?.value)!
      const currency =
        find('#allrecords')?.dataset['tildaCurrency'] ||
        find('.t706')?.dataset['projectCurrencyCode']
      tracker.track(
        value ? 'InitiateCheckout' : 'Lead',
        value && currency ? { value, currency } : {},
        pii,
      )
    })
  }
}

/** How long after a click Tilda's cookie block has certainly stored the decision. */
const STORE_MS = 1000

/**
 * Returns a function that passes the decision in Tilda's cookie block to the tracker. The block dispatches no event and
 * stores the accepted categories in cookies, which Tilda's own scripts read.
 */
export function tildaConsent(): (tracker: Tracker) => void {
  return ({ consent }) => {
    let latest: boolean | undefined
    const read = () => {
      const { cookie } = document
      const decision = /t_cookiesCategories=[^;]*advertising/.test(cookie)
      if (/t_cookiesConsentGiven=true/.test(cookie) && latest !== decision)
        consent((latest = decision))
    }
    read()
    addEventListener('click', () => setTimeout(read, STORE_MS))
  }
}
