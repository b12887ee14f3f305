import { install } from './install.ts'
import type { BrowserOptions } from './tracker.ts'

/**
 * Installs a tracker with the options in the `data-*` attributes of the running script element.
 *
 * @param names The option names. Other attributes cause a warning.
 * @param parse Converts the attributes to options.
 */
export function installFromAttributes(
  names: string[],
  parse: (dataset: DOMStringMap) => BrowserOptions,
): void {
  // Not `document.currentScript`: an element with that name shadows the property.
  const script = Reflect.get(
    Document.prototype,
    'currentScript',
    document,
  ) as HTMLScriptElement | null
  if (!script) {
    fail('The tracker must be a classic script: remove type="module".')
    return
  }
  const { dataset } = script
  const unknown = Object.keys(dataset).filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    const attributes = unknown
      .map((name) => name.replace(/[A-Z]/g, '-$&').toLowerCase())
      .join(', data-')
    const advice = unknown.includes('debug') ? ' Load tracker.debug.js for data-debug.' : ''
    console.warn(`conversion-capi: data-${attributes} is not an attribute of this script.${advice}`)
  }
  const options = parse(dataset)
  if (isTaken(options._name)) {
    fail(`data-name must not be "${options._name}", which the page or the browser uses.`)
  } else if (dataset['exclude'] === undefined) {
    // Only built scripts can exclude pages. This one must not track the pages that the attribute names.
    install(options)
  }
}

/**
 * Returns whether the name belongs to a global variable of the browser or the page. Assigning `location`, for
 * example, would navigate. Trackers, stubs and elements with this id can be replaced.
 */
function isTaken(name: string): boolean {
  const present = (self as unknown as Record<string, { track?: unknown } | undefined>)[name]
  const isOurs = typeof present?.track === 'function'
  const isElement = present instanceof Element || present instanceof HTMLCollection
  return name === 'fbq' || name === '_fbq' || (name in self && !isOurs && !isElement)
}

function fail(message: string): void {
  console.error(`conversion-capi: ${message}`)
}
