import { describe, expect, it } from 'vitest'

import { findPrice, scanPage } from './scan-page.ts'

describe('scanPage()', () => {
  it('reads title, description, heading, price and email', () => {
    const html = `<title>Chess [online]</title><meta name="description" content=" For
      children. "><h1>Chess <em>online</em></h1><p>€ 40 a month</p><a href="mailto:a@nord.example?subject=x">Mail</a>`
    expect(scanPage('/', 'index.html', html, 'EUR')).toEqual({
      path: '/',
      file: 'index.html',
      title: 'Chess online',
      description: 'For children.',
      heading: 'Chess online',
      price: 40,
      email: 'a@nord.example',
      isHidden: false,
    })
  })

  it('uses the first paragraph as the description, and leaves out what is missing', () => {
    expect(scanPage('/a.html', 'a.html', '<p></p><p>First.</p>', 'EUR')).toEqual({
      path: '/a.html',
      file: 'a.html',
      description: 'First.',
      isHidden: false,
    })
  })

  it('adds no space between a link and the full stop after it, but one between blocks', () => {
    const html = '<p>Write to <a href="/">us</a>.</p><h1><span>Chess</span><br>online</h1>'
    const { description, heading } = scanPage('/', 'index.html', html, 'EUR')
    expect({ description, heading }).toEqual({
      description: 'Write to us.',
      heading: 'Chess online',
    })
  })

  it('recognizes pages that search engines must not list', () => {
    const html = '<meta name="robots" content="noindex, follow">'
    expect(scanPage('/', 'index.html', html, 'EUR').isHidden).toBe(true)
  })

  it('reads no price from scripts', () => {
    const html = '<script>const price = "€ 40"</script><p>Free</p>'
    expect(scanPage('/', 'index.html', html, 'EUR').price).toBeUndefined()
  })
})

describe('findPrice()', () => {
  it.each([
    ['€240 a term', 'EUR', 240],
    ['240,50 € im Monat', 'EUR', 240.5],
    ['Cena: 1 240,50 zł', 'PLN', 1240.5],
    ['Cena: 1\u00a0240 PLN', 'PLN', 1240],
    ['$1,500.00', 'USD', 1500],
    ['1.500 EUR', 'EUR', 1500],
    ['السعر ٤٥٫٥ د.أ. في الشهر', 'JOD', 45.5],
    ['JOD 45', 'JOD', 45],
    ['8 students, 12 weeks', 'EUR', undefined],
    ['$40', 'EUR', undefined],
  ])('finds the price in "%s" (%s): %s', (text, currency, price) => {
    expect(findPrice(text, currency)).toBe(price)
  })
})
