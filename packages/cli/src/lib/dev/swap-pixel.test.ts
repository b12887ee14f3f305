import { expect, it } from 'vitest'

import { swapPixel } from './render-dev-site.ts'

it.each([
  ['https://connect.facebook.net/en_US/fbevents.js', '/emulator/en_US/fbevents.js'],
  ['//connect.facebook.net/pl_PL/fbevents.js', '/emulator/en_US/fbevents.js'],
  ['https://www.facebook.com/tr?id=1&ev=PageView', '/emulator/tr?id=1&ev=PageView'],
  ['https://www.facebook.com/tr/?id=1', '/emulator/tr?id=1'],
  ['https://www.facebook.com/travel', 'https://www.facebook.com/travel'],
  ['https://www.facebook.com/school', 'https://www.facebook.com/school'],
])('replaces URLs of the pixel only: %s', (url, expected) => {
  expect(swapPixel(`<a href="${url}">`)).toBe(`<a href="${expected}">`)
})
