import { expect, it } from 'vitest'

import * as emulator from './index.ts'

it('exports only createEmulator at run time', () => {
  expect(Object.keys(emulator)).toEqual(['createEmulator'])
})
