import { buildTracker } from '@conversion-capi/tracker'
import { expect, it } from 'vitest'

import { PIXEL_SETTINGS } from './check-pixel.ts'
import { READY_ATTRIBUTES } from './check-tracker-script.ts'

it('knows an attribute for each option of the ready script', () => {
  const names = READY_ATTRIBUTES.map((attribute) =>
    attribute
      .slice('data-'.length)
      .replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  )
  let message = ''
  try {
    buildTracker({ name: 'nord', anUnknownOption: true } as never)
  } catch (error) {
    ;({ message } = error as Error)
  }
  const options = /Use one of (.*)\.$/.exec(message)?.[1]?.split(', ') ?? []
  // The settings of the pixel have attributes of their own.
  options.push(...PIXEL_SETTINGS)
  // The ready script does not have these options.
  expect([...names, 'exclude', 'platform', 'trafficSource'].toSorted()).toEqual(options.toSorted())
})
