import { sha256Hex } from '@conversion-capi/core/pii'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { useSchools } from './use-schools.ts'

const FIELDS = `
  <input name="em" autocomplete="email" value="Anna@school.example">
  <input name="ph" autocomplete="tel" value="+7 912 345-67-89">
  <input name="fn" autocomplete="given-name" value="Anna">
  <input name="ln" autocomplete="family-name" value="Petrova">
  <input name="note" value="call in the evening">`

describe.concurrent('data-track, in Chromium', () => {
  const schools = useSchools()
  const open = (body: string) =>
    schools.open({ body, options: { declarative: true, pageView: false } })

  it('tracks a double click once, with the custom data of the element', async () => {
    const school = await open(
      `<button data-track="InitiateCheckout" data-track-data='{"value":240,"currency":"EUR"}'>Enroll</button>`,
    )
    await school.page.getByRole('button').dblclick()
    expect(await school.finish(1)).toEqual(['InitiateCheckout'])
    expect(school.events()[0]!.custom_data).toEqual({ value: 240, currency: 'EUR' })
  })

  it('tracks a link and lets the browser follow it', async () => {
    const school = await open('<a href="/next" data-track="ViewContent">Physics</a>')
    await school.page.getByRole('link').click()
    await school.page.waitForURL('**/next')
    expect(await school.finish(1)).toEqual(['ViewContent'])
  })

  it.each<[how: string, attribute: string, modifiers: ('Control' | 'Shift')[]]>([
    ['the Control key', '', ['Control']],
    ['the Shift key', '', ['Shift']],
    ['target=_blank', 'target="_blank"', []],
  ])('tracks a link that opens another tab or window with %s', async (_, attribute, modifiers) => {
    const school = await open(`<a href="/empty" ${attribute} data-track="ViewContent">Physics</a>`)
    const opened = school.context.waitForEvent('page')
    await school.page.getByRole('link').click({ modifiers })
    await opened
    expect(await school.finish(1)).toEqual(['ViewContent'])
    expect(school.page.url()).toBe(`${school.url}/`)
  })

  it('tracks a middle click on a link, which opens a tab, but neither on a button nor a right click', async () => {
    const school = await open(
      `<a href="/empty" data-track="ViewContent">Physics</a>
      <a href="/empty" data-track="Lead">Ask</a><button data-track="InitiateCheckout">Enroll</button>`,
    )
    const opened = school.context.waitForEvent('page')
    await school.page.getByRole('link').first().click({ button: 'middle' })
    await opened
    await school.page.getByRole('link').last().click({ button: 'right' })
    await school.page.getByRole('button').click({ button: 'middle' })
    expect(await school.finish(1)).toEqual(['ViewContent'])
  })

  it('tracks a button and a link that are activated with the keyboard', async () => {
    const school = await open(
      '<button data-track="InitiateCheckout">Enroll</button><a href="#a" data-track="Lead">Ask</a>',
    )
    await school.page.getByRole('button').press('Space')
    await school.page.getByRole('link').press('Enter')
    expect(await school.finish(2)).toEqual(['InitiateCheckout', 'Lead'])
  })

  it('tracks a click once, for the innermost element that has data-track', async () => {
    const school = await open(`
      <div data-track="ViewContent"><p id="text">Physics</p>
        <button data-track="InitiateCheckout"><b id="label">Enroll</b></button></div>
      <i id="outside">?</i>`)
    for (const id of ['text', 'label', 'outside']) await school.page.locator(`#${id}`).click()
    expect(await school.finish(2)).toEqual(['InitiateCheckout', 'ViewContent'])
  })

  it('tracks links in SVG and SVG images in links', async () => {
    const school = await open(`
      <svg width="100" height="50"><a href="#b" data-track="ViewContent">
        <rect width="100" height="50" /></a></svg>
      <a href="#a" data-track="Lead"><svg width="100" height="50"><circle r="50" /></svg></a>`)
    await school.page.locator('rect').click()
    await school.page.locator('circle').click()
    expect(await school.finish(2)).toEqual(['Lead', 'ViewContent'])
  })

  it('tracks elements that are added later, and elements that stop propagation', async () => {
    const school = await open('')
    await school.page.evaluate(() => {
      document.body.innerHTML = `
        <button data-track="InitiateCheckout">Enroll</button>
        <form data-track="Lead" action="/next"><input type="submit"></form>`
      const button = document.querySelector('button')!
      button.addEventListener('click', (event) => event.stopImmediatePropagation())
    })
    await school.page.locator('button').click()
    await school.page.locator('[type=submit]').click()
    await school.page.waitForURL('**/next?')
    expect(await school.finish(2)).toEqual(['InitiateCheckout', 'Lead'])
  })

  it('tracks a submitted form and hashes its autocomplete fields', async () => {
    const school = await open(
      `<form data-track="Lead" data-track-data='{"content_name":"Plan"}' action="/next">${FIELDS}
        <button>Send</button></form>`,
    )
    await school.page.getByRole('button').click()
    await school.page.waitForURL(/\/next\?.*note=/)
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]).toMatchObject({
      custom_data: { content_name: 'Plan' },
      user_data: {
        em: sha256Hex('anna@school.example'),
        ph: sha256Hex('79123456789'),
        fn: sha256Hex('anna'),
        ln: sha256Hex('petrova'),
      },
    })
    expect(school.posts[0]!.body).not.toMatch(/anna|912.?345|evening/i)
  })

  it('tracks a form with novalidate only if its fields are valid', async () => {
    const school = await open(
      '<form data-track="Lead" action="/next" novalidate><input name="em" type="email" required><button>Send</button></form>',
    )
    await school.page.locator('input').fill('anna')
    await school.page.getByRole('button').click()
    await school.page.waitForURL('**/next?em=anna')
    await school.page.goBack()
    await school.page.locator('input').fill('anna@school.example')
    await school.page.getByRole('button').click()
    await school.page.waitForURL('**/next?em=anna%40*')
    expect(await school.finish(1)).toEqual(['Lead'])
  })

  it('tracks a form whose fields are named like properties of the form', async () => {
    const school = await open(`
      <form data-track="Lead" action="/next">
        <input name="submit" value="1"><input name="elements" value="2"><button name="action">Send</button>
      </form>`)
    await school.page.getByRole('button').click()
    expect(await school.finish(1)).toEqual(['Lead'])
  })

  it.for<[string, (page: Page) => Promise<unknown>]>([
    ['a double click', (page) => page.getByRole('button').dblclick()],
    [
      'Enter and a click',
      async (page) => {
        await page.locator('[name=em]').press('Enter')
        await page.getByRole('button').click()
      },
    ],
    [
      'a script that submits it again with a token',
      (page) =>
        page.evaluate(() => {
          const [form] = document.forms
          for (const token of ['1', '2']) {
            form!.querySelector<HTMLInputElement>('[name=note]')!.value = token
            form!.requestSubmit()
          }
        }),
    ],
  ])('tracks a form once after %s and a correction', async ([, send]) => {
    const school = await open(`
      <form data-track="Lead">${FIELDS}<button>Send</button></form>
      <script>addEventListener('submit', (event) => event.preventDefault())</script>`)
    await school.page.clock.install()
    await send(school.page)
    await school.page.locator('[name=em]').fill('ana@school.example')
    await school.page.getByRole('button').click()
    await school.page.clock.fastForward(6000)
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]!.user_data!.em).toBe(sha256Hex('ana@school.example'))
  })

  it('does not track an invalid form or a click on a field', async () => {
    const school = await open(`
      <form data-track="Lead" action="/next"><input required id="field"><button>Send</button></form>`)
    await school.page.getByRole('button').click()
    await school.page.locator('#field').click()
    await school.catchUp()
    expect(school.posts).toEqual([])
  })

  it('reads fields by any token of autocomplete, and fields outside of the form', async () => {
    const school = await open(`
      <form id="f" data-track="Lead" action="/next">
        <input autocomplete="section-a billing email" value="anna@school.example">
        <input name="dataset"><input name="getAttribute"><input name="elements">
        <button>Send</button></form>
      <input form="f" autocomplete="home tel" value="+7 912 345-67-89">
      <input autocomplete="given-name" value="Another">`)
    await school.page.evaluate(() => document.querySelector('button')!.click())
    await school.page.waitForURL('**/next?*')
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]!.user_data).toMatchObject({
      em: sha256Hex('anna@school.example'),
      ph: sha256Hex('79123456789'),
    })
    expect(school.events()[0]!.user_data).not.toHaveProperty('fn')
  })

  it('ignores hidden and empty fields, and values that are no contact', async () => {
    const school = await open(`
      <form data-track="Lead" action="/next">
        <input type="hidden" autocomplete="tel" value="+7 999 999-99-99">
        <input autocomplete="email" value="office"><input autocomplete="tel" value="evenings">
        <input autocomplete="billing email" value="anna@school.example">
        <input autocomplete="shipping email"><input autocomplete="email" value="  ">
        <input autocomplete="home tel"><input autocomplete="work tel" value="+7 912 345-67-89">
        <input type="hidden" autocomplete="tel" value="+7 999 999-99-99">
        <fieldset autocomplete="tel"></fieldset><button>Send</button></form>`)
    await school.page.getByRole('button').click()
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]!.user_data).toMatchObject({
      em: sha256Hex('anna@school.example'),
      ph: sha256Hex('79123456789'),
    })
  })

  it('tracks elements and forms in open shadow roots', async () => {
    const school = await open('<div id="host"></div>')
    await school.page.evaluate(() => {
      const root = document.querySelector('#host')!.attachShadow({ mode: 'open' })
      root.innerHTML = `<button data-track="InitiateCheckout"><b>Enroll</b></button>
        <form data-track="Lead"><input autocomplete="email" value="a@b.example"><input type="submit"></form>`
      root.querySelector('form')!.addEventListener('submit', (event) => event.preventDefault())
    })
    await school.page.locator('b').click()
    await school.page.locator('[type=submit]').click()
    expect(await school.finish(2)).toEqual(['InitiateCheckout', 'Lead'])
    expect(school.events('Lead')[0]!.user_data!.em).toBe(sha256Hex('a@b.example'))
  })

  it.each(['a', 'b'])('tracks a middle click on a link in shadow roots: %s', async (target) => {
    const school = await open('<div id="host"></div>')
    await school.page.evaluate(() => {
      const outer = document.querySelector('#host')!.attachShadow({ mode: 'open' })
      outer.innerHTML = '<p></p>'
      const inner = outer.querySelector('p')!.attachShadow({ mode: 'open' })
      inner.innerHTML = '<a href="/empty" data-track="ViewContent">Read <b>more</b></a>'
    })
    const opened = school.context.waitForEvent('page')
    await school.page.locator(target).click({ button: 'middle' })
    await opened
    expect(await school.finish(1)).toEqual(['ViewContent'])
  })

  it('does not track an element when a form or a field inside of it is clicked', async () => {
    const school = await open(`
      <div data-track="ViewContent"><p>Physics</p>
        <form><label for="a">Name</label><input id="a"><select id="b"></select></form>
        <textarea id="c"></textarea></div>`)
    for (const selector of ['label', '#a', '#b', '#c', 'p'])
      await school.page.locator(selector).click()
    expect(await school.finish(1)).toEqual(['ViewContent'])
  })

  it('does not track an element whose data-track is empty', async () => {
    const school = await open('<button data-track="">Enroll</button>')
    await school.page.getByRole('button').click()
    expect(await school.finish(0)).toEqual([])
  })

  it('does not throw if the custom data is not JSON or the event target is not an element', async () => {
    const school = await open(
      `<button data-track="Lead" data-track-data="{value: 240}">Enroll</button>`,
    )
    await school.page.getByRole('button').click()
    await school.page.evaluate(() => {
      document.dispatchEvent(new MouseEvent('click'))
      document.dispatchEvent(new Event('submit'))
    })
    expect(await school.finish(1)).toEqual(['Lead'])
    expect(school.events()[0]!.custom_data).toEqual({})
  })
})
