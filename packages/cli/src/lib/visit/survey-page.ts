import type { Page } from 'playwright-core'

import type { FormPurpose } from '../site/find-forms.ts'
import { attribute } from '../site/elements.ts'
import { parsePage } from '../site/page.ts'

/** A form of a page, or contact fields without one. */
export interface SurveyedForm {
  /** The value of `data-visit` that `survey` gives it. */
  mark: string
  /** The same for the same form on other pages. */
  signature: string
  isVisible: boolean
  isForm: boolean
  /** The event of `data-track`. */
  event?: string
  purpose: FormPurpose
}

export interface Survey {
  /** The global variables that are a tracker. */
  trackers: string[]
  /** The script elements of the tracker, also in `<noscript>`. */
  scripts: { url: string; type: string; isNoscript: boolean }[]
  forms: SurveyedForm[]
  /** The hosts of frames with another origin that have a form, as far as their URL shows. */
  frames: string[]
  /** The paths of the site that the page links to. */
  links: string[]
}

/** Reads the page as it is in the browser now. */
export async function survey(page: Page, name: string): Promise<Survey> {
  const found = await page.evaluate(surveyInPage, name)
  const { forms, looseFields, ...rest } = found
  const html = await page.content()
  const { pathname } = new URL(page.url())
  const parsed = parsePage(pathname, pathname, html).forms
  const purposes = new Map(
    parsed.map(({ element, purpose }) => [attribute(element, 'dataVisit'), purpose]),
  )
  const surveyed = forms.map(({ event, ...form }) => ({
    ...form,
    ...(event !== null && { event }),
    isForm: true,
    purpose: purposes.get(form.mark) ?? 'other',
  }))
  const loose = looseFields.map((fields) => ({
    ...fields,
    isForm: false,
    purpose: 'lead' as const,
  }))
  return { ...rest, forms: [...surveyed, ...loose] }
}

/** Runs in the page, and marks its forms. */
function surveyInPage(name: string) {
  const isTracker = (key: string): boolean => {
    try {
      const { track, consent, push } = (self as unknown as Record<string, Record<string, unknown>>)[
        key
      ]!
      return (
        [track, consent, push].every((each) => typeof each === 'function') && key === key.trim()
      )
    } catch {
      return false
    }
  }
  const inNoscript = [...document.querySelectorAll('noscript')].flatMap(({ textContent }) =>
    [...textContent.matchAll(/<script\b[^>]*\bsrc=["']?([^"'\s>]+)/gi)].map(([, src]) => src!),
  )
  const scripts = [
    ...[...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(
      ({ src, type, noModule }) => ({
        url: src,
        type: noModule ? 'nomodule' : type,
        isNoscript: false,
      }),
    ),
    ...inNoscript.map((src) => ({
      url: new URL(src, location.href).href,
      type: '',
      isNoscript: true,
    })),
  ].filter(({ url }) => new RegExp(`/${name}(?:\\.full|\\.debug)?\\.js$`).test(url.split('?')[0]!))
  const describe = (element: Element, index: number, mark: string) => {
    element.setAttribute('data-visit', `${mark}${index}`)
    const fields = [...element.querySelectorAll('input, select, textarea')]
    const names = fields.map(
      (field) =>
        field.getAttribute('name') ||
        field.id ||
        field.getAttribute('placeholder') ||
        field.tagName,
    )
    return {
      mark: `${mark}${index}`,
      signature: [element.getAttribute('action') ?? '', element.id, ...names].join(' '),
      isVisible:
        element.checkVisibility({ visibilityProperty: true }) &&
        fields.some((field) => field.checkVisibility({ visibilityProperty: true })),
    }
  }
  const forms = [...document.querySelectorAll('form')].map((form, index) => ({
    ...describe(form, index, 'form-'),
    event: form.getAttribute('data-track'),
  }))
  // The smallest element with a button around contact fields that are in no form.
  const contacts = [
    ...document.querySelectorAll<HTMLInputElement>('input[type=email], input[type=tel]'),
  ]
  const containers = contacts.flatMap((field) =>
    field.form || document.querySelector('input[type=password]')
      ? []
      : (field.closest(':has(button, [type=submit], [type=button])') ?? []),
  )
  const looseFields = [...new Set(containers)].map((element, index) =>
    describe(element, index, 'fields-'),
  )
  const frames = [...document.querySelectorAll('iframe')].flatMap(({ src }) => {
    const url = URL.canParse(src) ? new URL(src) : undefined
    return url && url.origin !== location.origin && /form|calendly|cal\.com|meeting|book/i.test(src)
      ? url.host
      : []
  })
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].flatMap(
    ({ href, download, pathname, origin }) =>
      origin === location.origin &&
      !download &&
      !/\.(?!html?$)\w{1,5}$/.test(pathname) &&
      /^https?:/.test(href)
        ? pathname
        : [],
  )
  return {
    trackers: Object.getOwnPropertyNames(self).filter(isTracker),
    scripts,
    forms,
    looseFields,
    frames: [...new Set(frames)],
    links: [...new Set(links)],
  }
}
