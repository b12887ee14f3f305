import { allowQuery } from './add-ons/allow-query.ts'
import { declarative } from './add-ons/declarative.ts'
import { loadPixel } from './add-ons/load-pixel.ts'
import { nationalPhone } from './add-ons/national-phone.ts'
import { singlePage } from './add-ons/single-page.ts'
import { install } from './install.ts'

// The ready script: its own tag says what buildTracker would have been told.
const { dataset } = document.currentScript as HTMLScriptElement
const { query, phone, pixel } = dataset
const [countryCode = '', trunkPrefix = ''] = phone?.split(':') ?? []

// What is called like one of our options is quoted: the bundler shortens the names that are not.
install({
  name: dataset['name'] ?? 'tracker',
  endpoint: dataset['endpoint'] ?? '/functions/v1/conversion-capi',
  noPageView: dataset['pageView'] === 'off',
  waits: dataset['consent'] === 'wait',
  isRefused: dataset['gpc'] !== 'off' && navigator.globalPrivacyControl,
  log: 'debug' in dataset ? console['log'] : undefined,
  sourceUrl: query ? allowQuery(query.split(/\s*,\s*/)) : undefined,
  preparePii: trunkPrefix ? nationalPhone({ countryCode, trunkPrefix }) : undefined,
  addOns: [
    ...(pixel ? [loadPixel(pixel, dataset['pixelSrc'])] : []),
    ...('singlePage' in dataset ? [singlePage] : []),
    ...('declarative' in dataset ? [declarative] : []),
  ],
})
