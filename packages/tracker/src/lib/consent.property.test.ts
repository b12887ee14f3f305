import fc from 'fast-check'
import { expect, it } from 'vitest'

import { buildTracker } from '../index.ts'
import { openPage } from './open-page.fixture.ts'

const WAITING = buildTracker({ name: 'polaris', pageView: false, consent: 'wait' })

/** What happens on a page. `load`: the browser runs the script, which it may do late, twice, or never. */
const STEPS = ['load', 'form', 'granted', 'denied', 'asked again'] as const
const DECISIONS = { granted: 'true', denied: 'false', 'asked again': "'wait'" }

it('sends exactly what the visitor agreed to, in any order of banner, form and late script', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 12 }), async (steps) => {
      const page = openPage({ script: '' })
      let isLoaded = false
      let isGranted = false
      let isDenied = false
      let waiting: number[] = []
      const agreed: number[] = []

      for (const [index, step] of steps.entries()) {
        if (step === 'load') {
          page.run(WAITING)
          isLoaded = true
        } else if (step === 'form') {
          page.run(call(`track('Lead', { value: ${index} })`))
          if (isGranted) agreed.push(index)
          else if (!isDenied) waiting.push(index)
        } else {
          page.run(call(`consent(${DECISIONS[step]})`))
          isGranted = step === 'granted'
          isDenied = step === 'denied'
          if (isGranted) agreed.push(...waiting)
          if (step !== 'asked again') waiting = []
        }
        const sent = page.sent().map(({ custom_data }) => custom_data?.['value'])
        expect(sent).toEqual(isLoaded ? agreed : [])
      }
      await page.settle()
      expect(page.visitor.storage).toEqual({})
      if (!isLoaded || !steps.includes('granted')) expect(page.visitor.cookies).toEqual({})
    }),
    { numRuns: 500 },
  )
})

/** The call that the guides write: it works before the script has loaded, and if it never does. */
function call(expression: string): string {
  return `(window.polaris ??= []).push((polaris) => polaris.${expression});`
}
