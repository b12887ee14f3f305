import type { EventName } from '@conversion-capi/core/protocol'
import type { Page } from 'playwright-core'

/** The visitor's personal data. The page must not send it unhashed. */
export const TYPED = {
  email: 'Anna.Petrova@school.example',
  phone: '+7 (912) 345-67-89',
  firstName: 'Anastasia',
  lastName: 'Petrova',
}

/** Triggers each event on the example's landing page as a visitor does. */
export const PERFORM: Record<EventName, (page: Page) => Promise<void>> = {
  async PageView(page) {
    await page.reload()
  },
  async ViewContent(page) {
    await page.locator('#details-physics summary').click()
  },
  async Lead(page) {
    const form = page.locator('#lead-form')
    await form.locator('[name=fn]').fill(TYPED.firstName)
    await form.locator('[name=ln]').fill(TYPED.lastName)
    await form.locator('[name=em]').fill(TYPED.email)
    await form.locator('[name=ph]').fill(TYPED.phone)
    await form.locator('[type=submit]').click()
  },
  async Schedule(page) {
    const form = page.locator('#schedule-form')
    await form.locator('[name=day]').first().check()
    await form.locator('[name=time]').first().check()
    await form.locator('[name=fn]').fill(TYPED.firstName)
    await form.locator('[name=ph]').fill(TYPED.phone)
    await form.locator('[type=submit]').click()
  },
  async InitiateCheckout(page) {
    await page.locator('#enrol-physics').click()
    await page.locator('#checkout-close').click()
  },
  async Purchase(page) {
    await page.locator('#enrol-mathematics').click()
    await page.locator('#checkout-em').fill(TYPED.email)
    await page.locator('#checkout-pay').click()
    await page.locator('#checkout-close').click()
  },
  async CompleteRegistration(page) {
    const form = page.locator('#registration-form')
    await form.locator('[name=student]').fill(TYPED.firstName)
    await form.locator('[name=grade]').selectOption({ index: 1 })
    await form.locator('[name=em]').fill(TYPED.email)
    await form.locator('[type=submit]').click()
  },
  async Subscribe(page) {
    const form = page.locator('#subscribe-form')
    await form.locator('[name=em]').fill(TYPED.email)
    await form.locator('[type=submit]').click()
  },
}
