import { expect, it } from 'vitest'

import * as content from './index.ts'
import * as serve from './serve.ts'

it('exports these names and no others', () => {
  expect(Object.keys(content).sort()).toEqual([
    'checkResources',
    'defineSchool',
    'renderHostFiles',
    'renderResources',
    'renderSitemap',
    'serveResources',
  ])
  expect(Object.keys(serve)).toEqual(['serveResources'])
})
