type Fbq = (command: 'track', eventName: string, customData: object, options: object) => void

/** The browser's copy, if the page has a pixel now; it may load late, or be blocked for good. */
export function firePixel(eventName: string, customData: object = {}, eventID: string): void {
  const { fbq } = window as { fbq?: Fbq }
  fbq?.('track', eventName, customData, { eventID })
}
