import { expect, it } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { config, writeProject } from '../project/write-project.fixture.ts'
import { trackerOptions } from './tracker-options.ts'

const PIXEL = { id: '1234567890' }

it.each([
  ['<p>Nothing</p>', { pixel: PIXEL }],
  ['<form data-track="Lead">', { pixel: PIXEL, declarative: true }],
  [`<script>fbq('init', '1')</script>`, {}],
  ['<script src="https://www.googletagmanager.com/gtm.js?id=1"></script>', {}],
])('returns the options that a page needs: %s', async (body, expected) => {
  const project = await loadProject(await writeProject())
  const options = trackerOptions(project, [{ contentType: 'text/html; charset=utf-8', body }])
  expect(options).toEqual({ name: 'nord', ...expected })
})

it('reads scripts too, but no other files', async () => {
  const project = await loadProject(await writeProject())
  const script = {
    contentType: 'text/javascript; charset=utf-8',
    body: new TextEncoder().encode('fbq()'),
  }
  expect(trackerOptions(project, [script]).pixel).toBeUndefined()
  const text = { contentType: 'text/plain', body: 'fbq data-track' }
  expect(trackerOptions(project, [text])).toEqual({ name: 'nord', pixel: PIXEL })
})

it('uses the endpoint of the school', async () => {
  const endpoint = 'https://abc.supabase.co/functions/v1/conversion-capi'
  const dir = await writeProject({ 'school.config.ts': config({ endpoint }) })
  expect(trackerOptions(await loadProject(dir), [])).toMatchObject({ endpoint })
})

it('adds the options of the export site', async () => {
  const tracker = { consent: 'wait', exclude: ['/student'], declarative: false }
  const dir = await writeProject({ 'school.config.ts': config({}, { tracker }) })
  const body = '<form data-track="Lead">'
  expect(
    trackerOptions(await loadProject(dir), [{ contentType: 'text/html; charset=utf-8', body }]),
  ).toEqual({ name: 'nord', pixel: PIXEL, ...tracker })
})
