import fc from 'fast-check'

import { EMAILS } from './describe.ts'
import type { Journey } from './run-journey.ts'
import { PATHS, SITES } from './site.ts'

const path = fc.constantFrom(...PATHS)
const click = fc.constantFrom('', ', clickA', ', clickB')
const email = fc.constantFrom(...EMAILS, ...EMAILS, '')

/** Joins the parts of a step: the driver splits it at the commas. */
const step = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((values) => values.join(''))
const say = fc.constant<string>

const STEPS: fc.WeightedArbitrary<string>[] = [
  { weight: 4, arbitrary: step(say('decide, '), fc.constantFrom('yes', 'yes', 'no', 'later')) },
  { weight: 2, arbitrary: step(say('land, '), path, click) },
  { weight: 3, arbitrary: step(say('link, '), path) },
  {
    weight: 4,
    arbitrary: step(
      say('submit, '),
      email,
      fc.constantFrom(', once', ', twice', ', rendered again', ', with a page load'),
    ),
  },
  {
    weight: 3,
    arbitrary: step(
      say('route, '),
      fc.constantFrom('push, ', 'push and replace, ', 'replace, ', 'navigate, ', 'anchor, '),
      path,
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('back', 'back', 'forward', 'reload') },
  { weight: 1, arbitrary: step(say('open tab, '), path, click) },
  { weight: 2, arbitrary: fc.constantFrom('switch tab', 'switch tab', 'close tab') },
  { weight: 1, arbitrary: fc.constantFrom('wait, seconds', 'wait, seconds', 'wait, a day') },
  {
    weight: 3,
    arbitrary: step(
      say('network, '),
      fc.constantFrom(
        'fine',
        'fine',
        'slow',
        'meta down',
        'declined',
        'queued',
        'misrouted',
        'lost',
        'offline',
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: step(
      say('cookie, '),
      fc.constantFrom('fbc, ', 'fbp, '),
      fc.constantFrom('old', 'new', 'malformed'),
    ),
  },
]

/** Draws journeys. Each begins with a page. */
export const journey: fc.Arbitrary<Journey> = fc
  .tuple(
    fc.constantFrom(...SITES),
    step(say('land, '), path, click),
    fc.array(fc.oneof(...STEPS), { maxLength: 20, size: 'max' }),
  )
  .map(([site, first, steps]) => [site, first, ...steps])
