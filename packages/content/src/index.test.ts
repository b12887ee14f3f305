import { expect, it } from 'vitest'

import * as content from './index.ts'
import * as serve from './serve.ts'

it('exports only the public names', () => {
  expect(Object.keys(content).sort()).toEqual([
    'ENGLISH_LABELS',
    'SchoolError',
    'checkResources',
    'defineSchool',
    'hasBuiltInLabels',
    'renderHead',
    'renderHostFiles',
    'renderResources',
    'renderSitemap',
    'serveResources',
    'untranslatedLabels',
  ])
  expect(Object.keys(serve)).toEqual(['serveResources'])
})
