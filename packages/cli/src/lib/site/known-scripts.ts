import { PLATFORMS, type TrackedPlatform } from '@conversion-capi/tracker'
import type { Element } from 'hast'

import { attribute, sourceOf } from './elements.ts'

/** Code of others that counts page views or leads, or takes leads away from the page. */
export interface KnownScript {
  name: string
  /** Matches the URL of a script or frame, or the code of an inline script. */
  pattern: RegExp
  sends?: string
  setting?: string
}

/**
 * The scripts, the more specific ones first. The patterns follow the source of each plugin: PixelYourSite 11.2.0.7,
 * Facebook for WooCommerce 3.7.5 and Meta pixel for WordPress 4.0.1 in WordPressBugBounty/plugins-*.
 */
const KNOWN_SCRIPTS: readonly KnownScript[] = [
  {
    name: 'PixelYourSite',
    pattern: /\/plugins\/pixelyoursite[\w-]*\/dist\/|\bpysOptions\s*=/,
    sends: 'a PageView, and a custom event for each form',
    setting: 'Remove your pixel ID in its settings, or deactivate the plugin',
  },
  {
    name: 'Facebook for WooCommerce',
    pattern: /\/plugins\/facebook-for-woocommerce\/|['"]agent['"],\s*['"]woocommerce-/,
    sends: 'a PageView, and a Lead for Contact Form 7 and WPForms',
    setting: 'Deactivate the plugin',
  },
  {
    // It loads no file of its own on public pages.
    name: 'Meta pixel for WordPress',
    pattern: /\bfb_pxl_code\b|['"]agent['"],\s*['"]wordpress-/,
    sends: 'a PageView, and a Lead for each form of Contact Form 7',
    setting: 'Deactivate the plugin',
  },
  { name: 'Calendly', pattern: /\/\/(?:assets\.)?calendly\.com\// },
  { name: 'Cal.com', pattern: /\/\/(?:[\w-]+\.)?cal\.(?:com|eu)\b|@calcom\/embed/ },
  {
    name: 'HubSpot',
    pattern:
      /\/\/js(?:-\w+)?\.hsforms\.net\/|\/\/meetings[\w-]*\.hubspot\.com\/|\/MeetingsEmbed\/|react-hubspot-form/,
  },
  { name: 'Tally', pattern: /\/\/tally\.so\/|react-tally/ },
  { name: 'Jotform', pattern: /\/\/(?:[\w-]+\.)*(?:jotform\.com|jotfor\.ms)\// },
  { name: 'Typeform', pattern: /\/\/(?:[\w-]+\.)*typeform\.com\b|@typeform\/embed/ },
  { name: 'Fillout', pattern: /\/\/(?:[\w-]+\.)*fillout\.com\b|@fillout\/react/ },
  {
    name: 'LeadConnector',
    pattern: /\/\/(?:[\w-]+\.)*(?:leadconnectorhq|msgsndr)\.com\//,
  },
  { name: 'Google Forms', pattern: /\/\/docs\.google\.com\/forms\// },
  { name: 'Bitrix24', pattern: /\/\/[\w-]+\.bitrix24\.\w+\/\w+\/crm\/form\// },
  { name: 'amoCRM', pattern: /\/\/forms\.(?:amocrm|kommo)\.\w+\// },
]

/** The option of the tracker that tracks the forms or bookings of a script. */
export function platformOf({ name }: KnownScript): TrackedPlatform | undefined {
  return PLATFORMS.find((platform) => platform === name.toLowerCase())
}

/** The forms and calendars of others in the sources of pages and apps, except those that a link opens. */
export const EMBEDS: { script: KnownScript; source: RegExp }[] = KNOWN_SCRIPTS.filter(
  ({ sends }) => !sends,
).map((script) => ({
  script,
  source: RegExp(`(?<!\\bhref\\s*[=:]\\s*[{"'\`]*(?:https?:)?)(?:${script.pattern.source})`),
}))

export function findKnownScripts(elements: Element[]): { script: KnownScript; element: Element }[] {
  const found = new Map<KnownScript, Element>()
  for (const element of elements) {
    if (element.tagName !== 'script' && element.tagName !== 'iframe') continue
    const text = `${attribute(element, 'src') ?? ''} ${sourceOf(element)}`
    const script = KNOWN_SCRIPTS.find(({ pattern }) => pattern.test(text))
    if (script && !found.has(script)) found.set(script, element)
  }
  return [...found].map(([script, element]) => ({ script, element }))
}
