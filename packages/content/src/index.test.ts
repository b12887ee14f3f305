import { expect, it } from 'vitest'

import * as content from './index.ts'
import * as serve from './serve.ts'

it('exports only the public names', () => {
  expect(Object.keys(content).sort()).toEqual([
    'SchoolError',
    'checkResources',
    'defineSchool',
    'renderHead',
    'renderHostFiles',
    'renderResources',
    'renderSitemap',
    'serveResources',
  ])
  expect(Object.keys(serve)).toEqual(['serveResources'])
})
