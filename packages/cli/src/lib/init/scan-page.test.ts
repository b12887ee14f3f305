import { describe, expect, it } from 'vitest'

import { parsePage } from '../site/page.ts'
import { type ScannedPage, scanPage } from './scan-page.ts'

function scan(html: string): ScannedPage {
  return scanPage(parsePage('index.html', '/', html, { text: true }), html)
}

const HELD = 'a pixel that waits'

describe('scanPage()', () => {
  it('reads title, email and phone, and leaves out what is missing', () => {
    const nothing = {
      title: '',
      email: '',
      phone: '',
      contradictions: [],
      linked: {},
      alternates: [],
    }
    const html = `<title>Chess [online]</title><a href="mailto:a@nord.example?subject=x">Mail</a>
      <a href="tel:+31%2030%20123%204567">Call</a>`
    const found = { title: 'Chess online', email: 'a@nord.example', phone: '+31301234567' }
    expect(scan(html)).toEqual({ ...nothing, ...found })
    expect(scan('<p></p><p>First.</p>')).toEqual(nothing)
    expect(scan('<title>{{ page.title }}</title><a href="tel:+01 789 852"></a>')).toEqual(nothing)
  })

  it.each([
    ['<a href="mailto:Info@Nord.example">info@nord.example</a>', 'info@nord.example', ''],
    ['<a href="mailto:a@template.example">info@nord.example</a>', '', 'info@nord.example'],
    ['<a href="tel:+48221234567">Call 22 123 45 67 now</a>', '+48221234567', ''],
    ['<a href="tel:+79001234567">8 (900) 123-45-67</a>', '+79001234567', ''],
    ['<a href="tel:+15550000000">+48 22 123 45 67</a>', '', '+48 22 123 45 67'],
    ['<a href="tel:+48221234567">Mon–Fri 10–18</a>', '+48221234567', ''],
  ])('leaves out the target of %s if people read another one', (html, expected, other) => {
    const { email, phone, contradictions } = scan(html)
    expect(email || phone).toBe(expected)
    expect(contradictions.map((each) => each.other)).toEqual(other === '' ? [] : [other])
  })

  it.each<[html: string, found: Partial<ScannedPage>]>([
    ['<html lang="nl">', { language: { value: 'nl', tag: '<html lang>', line: 1 } }],
    ['<html lang="NL_nl">', { language: { value: 'nl-NL', tag: '<html lang>', line: 1 } }],
    [
      '<html lang="?"><meta property="og:locale" content="kk_KZ">',
      { language: { value: 'kk-KZ', tag: 'og:locale', line: 1 } },
    ],
    [
      '<meta property="og:site_name" content="Nord">',
      { siteName: { value: 'Nord', tag: 'og:site_name', line: 1 } },
    ],
    [
      '<link rel="canonical" href="http://www.nord.example/a">',
      { origin: { value: 'https://www.nord.example', tag: 'canonical', line: 1 } },
    ],
    [
      '<link rel="canonical" href="/a"><meta property="og:url" content="https://nord.example/a">',
      { origin: { value: 'https://nord.example', tag: 'og:url', line: 1 } },
    ],
    [
      `\n<script>\n!function(){}();\nfbq("init", '1234567890')</script>`,
      { pixelId: { value: '1234567890', line: 4 } },
    ],
    // As in majistapheres/angielskikorepetycje.pl at 4ee9988, cennik.html, line 750.
    ['<script>observe(cards, [threshold])</script>', { pixelId: undefined }],
    [
      '<body><img src="https://www.facebook.com/tr?id=1234567890&ev=PageView">',
      { pixelId: { value: '1234567890', line: 1 } },
    ],
    ['<meta name="generator" content="WordPress 6.9.1">', { builder: 'WordPress' }],
    ['<html data-wf-page="a">', { builder: 'Webflow' }],
    [
      '<div id="root"></div><script type="module" src="/a.js"></script>',
      { application: { value: '/a.js', line: 1 } },
    ],
    ['<div id="allrecords" data-tilda-page-id="1">', { builder: 'Tilda' }],
    [
      '<link rel="alternate" hreflang="ru" href="/ru/"><link rel="alternate" href="/feed/">',
      { alternates: [['ru', '/ru/']] },
    ],
  ])('finds what %s states, and where', (html, found) => {
    expect(scan(html)).toMatchObject(found)
  })

  const PIXEL = `!function(f){f.fbq=f.fbq||[]}(window);fbq('init', '1234567890');`
  const SENT = `${PIXEL}fbq('track', 'PageView')`

  it.each([
    ['the script of tarteaucitron', '<script src="/tarteaucitron/tarteaucitron.js"></script>'],
    [
      "a list of services with Meta's pixel",
      `<script src="/bundle.js"></script><script>cookies.user.facebookpixelId = '1';(cookies.job = cookies.job || []).push('facebookpixel')</script>`,
    ],
    [
      "a list of services with Meta's pixel",
      '<script>startConsent({ services: [{ name: "meta-pixel", purposes: ["ads"] }] })</script>',
    ],
    ['a platform of the IAB TCF', '<script>window.__tcfapi = function () {}</script>'],
    [
      'Google Consent Mode',
      '<script>gtag("consent", "default", { ad_storage: "denied" })</script>',
    ],
    [
      "Meta's pixel in a <template>",
      `<template data-purpose="ads"><script>${SENT}</script></template>`,
    ],
    ...['text/plain', 'opt-in', 'didomi/javascript', 'application/consent', 'text/template'].map(
      (type) => [HELD, `<script type="${type}" data-category="ads">${SENT}</script>`],
    ),
    [HELD, `<script type="text/plain" class="cmplazyload" data-cmp-vendor="s7">${SENT}</script>`],
    [HELD, '<script data-src="https://connect.facebook.net/en_US/fbevents.js"></script>'],
    [HELD, '<script type="opt-in" src="//connect.facebook.net/en_US/fbevents.js"></script>'],
    [
      HELD,
      `<script>function start() { ${SENT} } document.querySelector('#ok').onclick = start</script>`,
    ],
    [HELD, `<script>fbq('consent', 'revoke');${SENT}</script>`],
    [HELD, `<script>onCookieConsent(() => { ${SENT} })</script>`],
  ])('finds what holds the pixel back: %s', (tag, html) => {
    expect(scan(html).consent).toEqual({ value: 'wait', tag, line: 1 })
  })

  it.each([
    ['runs by itself', `<script>${SENT}</script>`],
    ['runs by itself, beside a list', `<script>${SENT};notes = ["Facebook Pixel"]</script>`],
    ['is in a comment', `<script>// cookies.push('facebookpixel')\n/* 'Meta Pixel' */</script>`],
    ['loads after a pause', `<script>setTimeout(() => { ${SENT} }, 2000)</script>`],
    ['loads at the first scroll', `<script>on('scroll', () => { ${SENT} })</script>`],
    ['loads after the page', `<script>addEventListener('load', () => { ${SENT} })</script>`],
    ...['rocketlazyloadscript', 'litespeed/javascript', 'a1b2c3-text/javascript'].map((type) => [
      'is delayed by a plugin',
      `<script type="${type}">${SENT}</script>`,
    ]),
    [
      'is delayed by WP Meteor',
      `<script type="javascript/blocked" data-wpmeteor-type="a">${SENT}</script>`,
    ],
    ['is delayed by Flying Scripts', '<script data-type="lazy" data-src="/fbevents.js"></script>'],
    ['is in data', '<script type="application/json">{"fbq": "fbevents.js"}</script>'],
    ['is on no page', '<link rel="preconnect" href="https://connect.facebook.net">'],
  ])('finds no consent for a pixel that %s', (_, html) => {
    expect(scan(html).consent).toBeUndefined()
  })

  it('reads an organization in JSON-LD', () => {
    const data = {
      '@graph': [
        { '@type': 'WebSite', name: 'Site' },
        {
          '@type': ['EducationalOrganization', 'LocalBusiness'],
          name: 'Nord',
          url: 'https://nord.example/',
          logo: { '@type': 'ImageObject', url: 'https://nord.example/logo.png' },
          telephone: '+31 30 123 4567',
          address: { '@type': 'PostalAddress', addressLocality: 'Utrecht', addressCountry: 'NL' },
          sameAs: 'https://youtube.com/@nord',
        },
        { '@type': 'Course', name: 'Physics' },
      ],
    }
    expect(
      scan(`\n<script type="application/ld+json">${JSON.stringify(data)}</script>`).linked,
    ).toEqual({
      name: 'Nord',
      url: 'https://nord.example/',
      logo: 'https://nord.example/logo.png',
      contacts: { phone: '+31 30 123 4567' },
      address: { city: 'Utrecht', country: 'NL' },
      sameAs: ['https://youtube.com/@nord'],
      program: 'Physics',
      line: 2,
    })
  })

  it.each(['', '{', '[[]]', '{"@graph":{"@type":5,"name":7}}', 'null'])(
    'ignores JSON-LD that is %j',
    (code) => {
      const { linked } = scan(`<script type="application/ld+json">${code}</script>`)
      expect({ ...linked, line: 0 }).toEqual({ line: 0 })
    },
  )
})
