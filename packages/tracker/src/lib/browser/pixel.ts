import type { UserData } from '@conversion-capi/core/protocol'

import { tryCall } from './try-call.ts'

/** The option `pixel`. The settings change only a pixel that the tracker loads, not one that the page loads. */
export interface PixelOptions {
  /** The pixel ID. */
  id: string
  /** URL of the pixel's script. @default Meta's */
  src?: string | undefined
  /**
   * Passes the hashes of the visitor's email, phone number, names and `external_id` to the pixel too. The pixel
   * gets those of the first event on the page that has any, and adds them to this event and all later ones. Attribute of
   * `tracker.full.js`: `data-advanced-matching`.
   *
   * @default false
   * @see https://developers.facebook.com/documentation/meta-pixel/advanced/advanced-matching
   */
  advancedMatching?: boolean | undefined
  /**
   * Marks the events of the pixel for Meta's limited data use. Set the same codes in the proxy
   * (`META_LIMITED_DATA_USE`). Attribute of `tracker.full.js`: `data-limited-data-use="1:1000"`. If it is unusable, the
   * pixel is not loaded.
   *
   * @default undefined (off)
   * @see https://developers.facebook.com/documentation/meta-pixel/implementation/data-processing-options
   */
  limitedDataUse?:
    | {
        /** 1 for the United States, or 0. */
        country: number
        /** Meta's code of the state, for example 1000 for California, or 0. */
        state: number
      }
    | undefined
  /**
   * `false` turns off the automatic events of the pixel: clicks on buttons and the page's metadata. The option `exclude`
   * turns them off too. Attribute of `tracker.full.js`: `data-auto-config="false"`.
   *
   * @default undefined (on)
   */
  autoConfig?: false | undefined
}

/** The option `pixel` in the form that the add-ons use. */
export interface PixelSource {
  /** The calls of `fbq` before the first event. */
  calls: unknown[][]
  src?: string | undefined
  /** The pixel ID, if the pixel gets the visitor's personal data. */
  matched?: string | false | undefined
}

interface Fbq {
  (...args: unknown[]): void
  callMethod?: (...args: unknown[]) => void
  queue: unknown[]
  disablePushState: boolean
}

declare const trustedTypes:
  | {
      createPolicy: (
        name: string,
        rules: { createScriptURL: () => string },
      ) => { createScriptURL: (input: string) => unknown }
    }
  | undefined

/** Converts the option `pixel`. The codes are the country and the state of `limitedDataUse`, e.g. `1:1000`. */
export function toPixelSource(
  { id, src }: Pick<PixelOptions, 'id' | 'src'>,
  codes: string | undefined,
  isAutomatic: boolean,
  isMatched: boolean | undefined,
): PixelSource {
  // Both other calls must precede `init`.
  const calls: unknown[][] = [['init', id]]
  if (!isAutomatic) calls.unshift(['set', 'autoConfig', false, id])
  if (codes) calls.unshift(['dataProcessingOptions', ['LDU'], ...codes.split(':').map(Number)])
  return { calls, src, matched: isMatched && id }
}

/** Returns a function that loads Meta's pixel if the page does not. */
export function pixel(source: PixelSource): () => void {
  return () => tryCall(() => loadPixel(source))
}

/**
 * Returns a function that loads Meta's pixel if the page does not, and passes it the first personal data that it is
 * called with.
 *
 * Meta's script accepts a second `init` with personal data if the first one had none. It ignores every further one, and
 * warns of a duplicate pixel ID.
 *
 * @see decisions/055-personal-data-for-the-pixel.md
 */
export function matchedPixel(
  source: PixelSource,
): (userData?: UserData | null, hash?: (text: string) => string) => void {
  let own: Fbq | undefined
  return (userData, hash) =>
    tryCall(() => {
      own ??= loadPixel(source)
      // A missing value, e.g. `{ em: undefined }`, would count as personal data. Meta's script does not accept hashes with
      // the appendix that Meta's own library adds. It would hash an external ID as here, but also use one that looks like
      // a phone number or a zip code as `ph` or `zp`. The proxy drops an external ID of another type.
      const keys = Object.entries(userData || {}).flatMap(([key, value]) => {
        const text = /str|num/.test(typeof value) && `${value}`.replace(/\s/g, '').toLowerCase()
        return text ? [[key, /^[\da-f]{64}(?=\.|$)/.exec(text)?.[0] ?? hash!(text)]] : []
      })
      if (own && source.matched && keys[0]) {
        own('init', source.matched, Object.fromEntries(keys))
        source.matched = false
      }
    })
}

function loadPixel({ calls, src }: PixelSource): Fbq | undefined {
  const page = self as { fbq?: Fbq; _fbq?: Fbq }
  if (page.fbq) return undefined

  const fbq: Fbq =
    (page.fbq =
    page._fbq =
      function (...args) {
        if (fbq.callMethod) fbq.callMethod(...args)
        else fbq.queue.push(args)
      } as Fbq)
  fbq.queue = calls
  // The pixel would send a PageView without an event ID on every `pushState`.
  fbq.disablePushState = true
  const url = src ?? 'https://connect.facebook.net/en_US/fbevents.js'
  // If the page enforces Trusted Types, `src` must come from a policy that the page allows by name.
  const trustedUrl = tryCall(() =>
    trustedTypes!
      .createPolicy('conversion-capi', { createScriptURL: () => url })
      .createScriptURL(''),
  )
  document.head.append(Object.assign(document.createElement('script'), { src: trustedUrl ?? url }))
  return fbq
}
