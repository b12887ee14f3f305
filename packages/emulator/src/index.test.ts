import { expect, it } from 'vitest'

import * as emulator from './index.ts'

it('exports createEmulator and nothing else at run time', () => {
  expect(Object.keys(emulator)).toEqual(['createEmulator'])
})
