import { expect, it } from 'vitest'

import { CommandError } from '../report/command-error.ts'
import { readSiteOptions } from './read-site-options.ts'

const SITE = { host: 'node', pixelId: '1234567890' }

it('adds the defaults', () => {
  expect(readSiteOptions(SITE)).toEqual({
    ...SITE,
    pages: 'public',
    hostFiles: '.',
    output: 'dist',
    tracker: {},
  })
})

it('accepts options of the tracker', () => {
  const tracker = { consent: 'wait', exclude: ['/student'] }
  expect(readSiteOptions({ ...SITE, tracker }).tracker).toEqual(tracker)
})

it.each<[object, string]>([
  [{ trackers: {} }, 'site.trackers is unknown. Did you mean "tracker"?'],
  [
    { tracker: 'consent' },
    'site.tracker is not an object. Write options such as { exclude: ["/student"] }.',
  ],
  [
    { tracker: { name: 'polaris' } },
    'site.tracker.name is unknown. Write the name as "tracker" in the description of the school.',
  ],
  [
    { tracker: { endpoint: '/events' } },
    'site.tracker.endpoint is unknown. Write it as "endpoint" in the description of the school.',
  ],
  [
    { tracker: { debug: true } },
    'site.tracker.debug is unknown. Run "npx conversion-capi dev", which sets it.',
  ],
  [
    { tracker: { exclud: ['/student'] } },
    'site.tracker: Option "exclud" is unknown. Did you mean "exclude"?',
  ],
  [
    { tracker: { exclude: ['student'] } },
    'site.tracker: exclude must be an array of paths without wildcards, e.g. ["/student", "/app"].',
  ],
])('reports what is wrong with %j', (options, message) => {
  let error: unknown
  try {
    readSiteOptions({ ...SITE, ...options })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(CommandError)
  expect((error as CommandError).findings.map((finding) => finding.message)).toEqual([message])
})
