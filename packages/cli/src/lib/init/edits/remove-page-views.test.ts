import { describe, expect, it } from 'vitest'

import { applyEdits } from './edit-encoded-page.ts'
import { removePageViews } from './remove-page-views.ts'

function remove(code: string): string {
  return applyEdits(code, removePageViews(code).edits)
}

describe('removePageViews()', () => {
  it.each([
    ['a line', `a()\n  fbq('track', 'PageView');\nb()`, 'a()\nb()'],
    ['a line that ends with CRLF', `a()\r\nfbq('track', 'PageView');\r\nb()`, 'a()\r\nb()'],
    ['a call in a line', `a();fbq('track', 'PageView');b()`, 'a();b()'],
    ['a call before a comment', `fbq('track', 'PageView') // count`, ' // count'],
    ['an optional call', `window.fbq?.("track", \`PageView\`)`, ''],
    ['a call in a function', `on(() => {\n  fbq('track', 'PageView')\n})`, 'on(() => {\n})'],
    [
      'a call in a case',
      `switch (a) { case 1: fbq('track', 'PageView'); break }`,
      'switch (a) { case 1:  break }',
    ],
    ['a call with empty data', `fbq('track', 'PageView', [], {});a()`, 'a()'],
    ['all calls', `fbq('track', 'PageView')\na()\nfbq('track', 'PageView')\n`, 'a()\n'],
    ['an import', `import 'a'\nfbq('track', 'PageView')\n`, `import 'a'\n`],
    [
      'the call, not its semicolon before a parenthesis',
      `a()\nfbq('track', 'PageView');\n(b)()`,
      'a()\n;\n(b)()',
    ],
    [
      'the call, not its semicolon before a directive',
      `fbq('track', 'PageView');'use strict'`,
      `;'use strict'`,
    ],
  ])('removes %s', (_, code, expected) => {
    expect(remove(code)).toBe(expected)
  })

  it.each([
    ['whose value is used', `setTimeout(() => fbq('track', 'PageView'), 2000)`],
    ['that is the body of an if', `if (consent) fbq('track', 'PageView')\nstartApp()`],
    ['that is an operand', `consent && fbq('track', 'PageView')`],
    ['in a sequence', `fbq('init', '1'), fbq('track', 'PageView')`],
    ['with an event ID', `fbq('track', 'PageView', {}, { eventID: id })`],
    ['in a script that cannot be parsed', `fbq('track', 'PageView')\n{{ template }} )`],
  ])('keeps a call %s, and returns its line', (_, code) => {
    expect(removePageViews(code)).toMatchObject({ edits: [], kept: [1] })
  })

  it.each([
    ['a comment', `// fbq('track', 'PageView')`],
    ['a string', `log("fbq('track', 'PageView')")`],
    ['another function', `my.fbq('track', 'PageView')`],
    ['a function with a longer name', `myfbq('track', 'PageView')`],
    ['another event', `fbq('track', 'PageViewed')`],
    ['data', `{"@type": "PageView"}`],
  ])('ignores %s', (_, code) => {
    expect(removePageViews(code)).toEqual({ edits: [], kept: [], hasGated: false })
  })

  it.each([
    ['in a callback of a banner', `onCookieConsent(() => {\n  PAGE_VIEW\n})`, {}],
    ['below a condition', `if (localStorage.consent) { PAGE_VIEW }`, {}],
    ['in a script that waits', 'PAGE_VIEW', { isHeld: true }],
  ])('replaces a call that waits for consent: %s', (_, code, options) => {
    const found = code.replace('PAGE_VIEW', `fbq('track', 'PageView');`)
    const { edits, hasGated } = removePageViews(found, { ...options, grant: 'grant();' })
    expect(applyEdits(found, edits)).toBe(code.replace('PAGE_VIEW', 'grant();'))
    expect(hasGated).toBe(true)
  })

  it('keeps calls in a script that is nested deeper than the stack', () => {
    const code = `fbq('track', 'PageView')${'+a'.repeat(100_000)}`
    expect(removePageViews(code)).toMatchObject({ edits: [], kept: [1] })
  })
})
