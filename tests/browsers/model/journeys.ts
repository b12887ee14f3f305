import fc from 'fast-check'

import { EMAILS } from './describe.ts'
import type { Journey } from './run-journey.ts'
import { PATHS, SITES } from './site.ts'

const ANY_PATH = PATHS.join('|')
const ANY_EMAIL = [...EMAILS, ...EMAILS, ''].join('|')
/** How a page answers a form, and `pressed`: it prevents the press of the button. */
const HOW =
  'once|twice|rendered again|with a page load|with an error page|emptied|hidden|marked|next step|pressed'
const CLICKS = '|clickA|clickB'

/** The steps: a weight, then what each part can be. */
const STEPS = [
  '4 decide, yes|yes|no|later',
  `2 land, ${ANY_PATH}, ${CLICKS}`,
  `1 open tab, ${ANY_PATH}, ${CLICKS}`,
  `3 link, ${ANY_PATH}`,
  `3 route, push|push and replace|replace|navigate|anchor, ${ANY_PATH}`,
  '3 back|back|forward|reload',
  '2 switch tab|switch tab|close tab',
  `4 submit, ${ANY_EMAIL}, ${HOW}`,
  '3 network, fine|fine|slow|meta down|declined|queued|misrouted|lost|gone|offline',
  '1 wait, seconds|a day|89 days|700|3100',
  '1 hide',
  '1 cookie, fbc|fbp, old|new|malformed',
]

/** Draws journeys. Each begins with a page. */
export const journey: fc.Arbitrary<Journey> = fc
  .tuple(
    fc.constantFrom(...SITES),
    drawStep(STEPS[1]!),
    fc.array(
      fc.oneof(...STEPS.map((step) => ({ weight: Number(step[0]), arbitrary: drawStep(step) }))),
      { maxLength: 20, size: 'max' },
    ),
  )
  .map(([site, first, steps]) => [site, first, ...steps])

/** Draws journeys of a visitor who sends a form and leaves the page up to five seconds later: a Lead that must not be lost. */
export const leaving: fc.Arbitrary<Journey> = fc
  .tuple(
    fc.constantFrom(...SITES),
    drawStep('1 network, fine|slow'),
    drawStep(`1 submit, ${EMAILS[0]}, once|twice|rendered again|emptied|hidden|with a page load`),
    fc.nat(5000),
    fc.oneof(
      fc.constantFrom('close tab', 'link, /courses', 'reload', 'land, /courses', 'hide'),
      fc.nat(5000).map((delay) => `link, /courses, ${delay}`),
      fc.constant('network, offline | close tab'),
    ),
  )
  .map(([site, network, submit, ms, leave]) => {
    const sent = `land, / | open tab, / | decide, yes | ${network} | ${submit} | wait, ${ms}`
    return [site, ...`${sent} | ${leave} | network, fine | land, / | leads, 1`.split(' | ')]
  })

function drawStep(step: string): fc.Arbitrary<string> {
  const parts = step.slice(2).split(', ')
  return fc
    .tuple(...parts.map((part) => fc.constantFrom(...part.split('|'))))
    .map((chosen) => chosen.join(', '))
}
