/** Warns about an attribute of `tracker.js`, which leaves the rare ones to `tracker.full.js`. */
export function pointToFull(attribute: string): void {
  console.warn(
    `conversion-capi: ${attribute} is unknown or invalid. Load tracker.full.js or tracker.debug.js.`,
  )
}

/** Warns about an attribute of `tracker.full.js`, which leaves the reasons to `tracker.debug.js`. */
export function nameAttribute(attribute: string): void {
  console.warn(
    `conversion-capi: ${attribute} is unknown or invalid. Load tracker.debug.js for the reason.`,
  )
}

export function explainAttribute(attribute: string, value?: string): void {
  const reasons: Partial<Record<string, string>> = {
    type: 'The tracker must be a classic script: remove type="module".',
    'data-name': `data-name must not be "${value}", which the page or the browser uses.`,
    'data-consent': 'data-consent must be "wait". The tracker waits for consent.',
    'data-global-privacy-control':
      'data-global-privacy-control must be "honor" or "ignore". The tracker honors it.',
    'data-national-phone': 'data-national-phone must be like "48" or "7:8".',
    'data-pixel': 'data-pixel must be like "1234567890" or "1234567890 /fbevents.js".',
    'data-advanced-matching':
      'data-advanced-matching must be empty or "true". The pixel gets no personal data.',
    'data-limited-data-use':
      'data-limited-data-use must be like "1:1000" or "0:0". The pixel is not loaded.',
    'data-auto-config':
      'data-auto-config must be "false". The automatic events of the pixel are off.',
  }
  const reason = reasons[attribute] ?? `${attribute} is not an attribute of this script.`
  console.warn(`conversion-capi: ${reason}`)
}
