import { PROGRAM_PATH } from '@conversion-capi/core/protocol'

import type { CustomData, Tracker } from './tracker-api.ts'
import { tryCall } from './try-call.ts'

/** How long a page has time to render. A visitor who leaves earlier has seen little of it. */
const SETTLE_MS = 1000

/** A program in JSON-LD, if its values have the types of schema.org. */
interface Program {
  '@type'?: string
  name: string
  courseCode?: string
  offers?: Offer | Offer[]
}

interface Offer {
  price?: number | string
  priceCurrency?: string
}

/**
 * Returns a function that tracks a ViewContent after each PageView of a page whose JSON-LD describes one program, and adds the
 * program to the other events of that page.
 */
export function program(): (tracker: Tracker) => void {
  return (tracker) => {
    const { track } = tracker
    let timer: ReturnType<typeof setTimeout>
    const view = () => {
      const state = location.href + 'complete'
      // Again if the page is loading, or a router has changed the URL and the PageView follows.
      const look = () =>
        state === location.href + document.readyState
          ? tryCall(() => track('ViewContent', readProgram()))
          : view()
      timer = setTimeout(look, SETTLE_MS)
    }
    tracker.track = (eventName, customData, ...rest) => {
      // A page can track its own ViewContent.
      if (/View/.test(eventName)) clearTimeout(timer)
      if (eventName === 'PageView') view()
      // The price of a Purchase is what was paid. The characters of a string would pass the checks for personal data.
      const isUnchanged = /^P|string/.test(eventName + typeof customData)
      const add = () => ({ ...tryCall(readProgram), ...customData })
      return track(eventName, isUnchanged ? customData : tryCall(add), ...rest)
    }
    tracker._program = readProgram
    view()
  }
}

/** Returns the custom data of the program that the page is about. Throws if it describes none, or several. */
function readProgram(): CustomData {
  const programs: Record<string, Program> = {}
  for (const { type, text } of document.scripts) {
    const parse = () =>
      JSON.parse(text, (_, value: Program | null) => {
        if (/\b(Course|Product|\w+Program)\b/.test(value?.['@type'] as string))
          programs[value!.name] = value!
        return value
      })
    tryCall(() => /ld.json/.test(type) && parse())
  }
  const [program, other] = Object.values(programs)
  const isPrivate = document.querySelector('meta[content=private]')
  const { name, courseCode, offers } = other || isPrivate ? undefined! : program!
  const [{ price, priceCurrency: currency } = {} as Offer, more] = [offers ?? []].flat()
  return {
    content_name: '' + name,
    content_ids: ['' + (courseCode || PROGRAM_PATH.exec(location.pathname)?.[1] || name)],
    content_type: 'product',
    // The lowest of several prices is not in `price`.
    ...(!more && +price! > 0 && { value: +price!, currency }),
  }
}
