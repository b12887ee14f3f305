import type { AddOn } from '../options.ts'

interface Fbq {
  (...args: unknown[]): void
  callMethod?: (...args: unknown[]) => void
  queue: unknown[]
  disablePushState: boolean
}

/**
 * Loads Meta's pixel, unless the page has one. The tracker tells it of each event.
 *
 * @param src Where the pixel's script is.
 */
export function loadPixel(
  id: string,
  src = 'https://connect.facebook.net/en_US/fbevents.js',
): AddOn {
  return () => {
    const page = self as { fbq?: Fbq; _fbq?: Fbq }
    if (page.fbq) return
    const fbq: Fbq =
      (page.fbq =
      page._fbq =
        function (...args) {
          if (fbq.callMethod) fbq.callMethod(...args)
          else fbq.queue.push(args)
        } as Fbq)
    fbq.queue = []
    // It would send page views of its own, without an id to tell them from ours.
    fbq.disablePushState = true
    fbq('init', id)
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }))
  }
}
