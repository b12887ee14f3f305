import { install } from './install.ts'
import type { BrowserOptions } from './browser-options.ts'

/**
 * Installs a tracker with the options in the `data-*` attributes of the running script element.
 *
 * @param allowed Matches the attributes as `name=value`. The script warns about others.
 * @param required The attributes of other scripts that this one must not ignore: it does not start.
 */
export function installFromAttributes(
  allowed: RegExp,
  required: RegExp,
  parse: (dataset: DOMStringMap) => BrowserOptions,
  warn: (attribute: string, value?: string) => void,
): void {
  // Not `document.currentScript`: an element with that name shadows the property.
  const dataset = Reflect.get(Document.prototype, 'currentScript', document)?.dataset
  // Module scripts have no `currentScript`.
  if (!dataset) return warn('type')
  for (const [name, value] of Object.entries(dataset)) {
    if (!allowed.test(name + '=' + value)) {
      warn('data-' + name.replace(/[A-Z]/g, '-$&').toLowerCase(), value)
      if (required.test(name)) return
    }
  }
  const options = parse(dataset)
  if (isTaken(options._name)) warn('data-name', options._name)
  else install(options)
}

/**
 * Returns whether the name belongs to a global variable of the browser or the page. Assigning `location`, for
 * example, would navigate. Trackers, arrays of calls and elements with this id can be replaced.
 */
function isTaken(name: string): boolean {
  const present = (self as unknown as Record<string, { track?: Function } | undefined>)[name]
  return (
    /^_?fbq$/.test(name) ||
    (name in self &&
      !present?.track?.call &&
      ![Array, HTMLCollection, Element].some((type) => present instanceof type))
  )
}
