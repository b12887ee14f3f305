import type { Tracker } from '../tracker.ts'

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
