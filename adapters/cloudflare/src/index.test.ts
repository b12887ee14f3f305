import { expect, it } from 'vitest'

import * as cloudflare from './index.ts'

it('exports these names', () => {
  expect(Object.keys(cloudflare).sort()).toEqual(['clientIp', 'conversionQueue', 'createWorker'])
})
