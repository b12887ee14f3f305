import { expect, it } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { config, writeProject } from '../project/write-project.fixture.ts'
import { trackerOptions } from './tracker-options.ts'

const PIXEL = { id: '1234567890' }
const HTML = 'text/html; charset=utf-8'

async function load(school: object, site: object) {
  return loadProject(await writeProject({ 'school.config.ts': config(school, site) }))
}

async function optionsOf(body: string, { school = {}, site = {}, contentType = HTML } = {}) {
  const file = { path: '/', contentType, body: new TextEncoder().encode(body) }
  return trackerOptions(await load(school, site), [file])
}

it.each([
  ['<p>Nothing</p>', { pixel: PIXEL }],
  ['<form data-track="Lead">', { pixel: PIXEL, declarative: true }],
  [`<script>fbq('init', '1')</script>`, {}],
  ['<script src="https://www.googletagmanager.com/gtag/js?id=1"></script>', { pixel: PIXEL }],
  [`<script>window.fbq && fbq('track', 'Lead')</script>`, { pixel: PIXEL }],
])('returns the options that a page needs: %s', async (body, expected) => {
  expect(await optionsOf(body)).toEqual({ name: 'nord', ...expected })
})

it('reads scripts too, but no other files', async () => {
  const script = await optionsOf('fbq("init", id)', { contentType: 'text/javascript' })
  expect(script.pixel).toBeUndefined()
  const text = await optionsOf('fbq("init") data-track', { contentType: 'text/plain' })
  expect(text).toEqual({ name: 'nord', pixel: PIXEL })
})

it.each([
  [{ builder: { url: 'https://school.example', platform: 'Tilda' } }, '', ['tilda']],
  [{ builder: { url: 'https://school.example', platform: 'Wix' } }, '', undefined],
  // An export of Tilda
  [{}, '<script src="js/tilda-forms-1.0.min.js" async></script>', ['tilda']],
  [{}, '<iframe title="Ask" src="https://form.typeform.com/to/a"></iframe>', ['typeform']],
  [{}, '<a href="https://form.typeform.com/to/a">Ask</a><html data-wf-site="1">', undefined],
  [{}, '<iframe data-tally-src="https://tally.so/embed/a"></iframe>', ['tally']],
  [
    {},
    `<script src="//js.hsforms.net/forms/embed/v2.js"></script>
    <script>Cal('init', { origin: 'https://app.cal.com' })</script>`,
    ['cal.com', 'hubspot'],
  ],
])('tracks the forms of %j %s', async (site, body, platform) => {
  expect((await optionsOf(body, { site })).platform).toEqual(platform)
})

it('adds the options of the site, which replace those that the pages need', async () => {
  const tracker = { consent: 'wait', exclude: ['/students'], pixel: { id: '99' } }
  expect(await optionsOf('', { site: { tracker } })).toEqual({ name: 'nord', ...tracker })
})

it('adds the pixel ID of the site to the settings of the pixel, even if a page loads the pixel', async () => {
  const pixel = { advancedMatching: true, limitedDataUse: { country: 0, state: 0 } }
  const options = await optionsOf(`<script>fbq('init', '1')</script>`, {
    site: { tracker: { pixel } },
  })
  expect(options).toEqual({ name: 'nord', pixel: { ...PIXEL, ...pixel } })
})

it.each([
  [{ consent: 'Wait' }, 'site.tracker is unusable: consent must be "wait".'],
  [{ consnet: 'wait' }, /^site\.tracker is unusable: .*"consnet".*consent/],
  [{ name: 'vega' }, /^site\.tracker\.name is in the wrong place\. .*description of the school/],
  [{ endpoint: '/x' }, /^site\.tracker\.endpoint is in the wrong place\./],
  ['wait', /^site\.tracker is not an object\./],
  [{ pixel: true }, /^site\.tracker is unusable: pixel must be an object/],
  [{ pixel: { advancedMaching: true } }, /^site\.tracker is unusable: pixel must be an object/],
  [{ pixel: { limitedDataUse: true } }, /^site\.tracker is unusable: pixel must be an object/],
])('rejects an unusable option of the site: %j', async (tracker, message) => {
  const error = await load({}, { tracker }).catch((error: unknown) => error)
  expect(error).toMatchObject({
    findings: [{ message: typeof message === 'string' ? message : expect.stringMatching(message) }],
  })
})
