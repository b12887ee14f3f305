import type { BrowserOptions } from './browser/browser-options.ts'
import { type PixelSource, toPixelSource } from './browser/pixel.ts'
import { formatCodes } from './option-values.ts'
import { type OptionName, rows, type TrackerOptions } from './options.ts'
import { widgetMessages } from './widgets.ts'

type Field = keyof BrowserOptions

/** The functions of `browser/add-ons.ts` that several options, or no option with their name, add. */
type AddedName = 'matchedPixel' | 'visitorField' | 'widgets' | 'hubspotWidgets'

const BASE_FIELDS: Field[] = ['_name', '_endpoint', '_optedOut']
const HOOKS: Field[] = [
  '_consent',
  '_pageView',
  '_query',
  '_preparePii',
  '_log',
  '_loadPixel',
  '_addOns',
]
const ADDED_FIELDS: Field[][] = [
  [],
  ['_source', '_orders'],
  ['_matchPixel'],
  ['_isExcluded'],
  ['_matchPixel', '_isExcluded'],
  ['_source', '_orders', '_matchPixel', '_isExcluded'],
]

/**
 * The fields of `BrowserOptions` that each base script supports, smallest script first. A built script contains the
 * first base that supports its options.
 */
export const SUPPORTED_FIELDS: readonly (readonly string[])[] = [
  BASE_FIELDS,
  [...BASE_FIELDS, '_consent'],
  ...ADDED_FIELDS.map((added) => [...BASE_FIELDS, ...HOOKS, ...added]),
]

/**
 * Converts options to the fields of `BrowserOptions`.
 *
 * @param convert Returns what an option sets its field to, e.g. a value, or code that evaluates to it.
 * @returns The converted values by field. `_addOns` and `_optedOut`, which several options set, are arrays.
 */
export function groupByField<T>(
  options: TrackerOptions,
  convert: (name: OptionName | AddedName, value: unknown) => T,
): Fields<T> {
  const fields: Fields<T> = {}
  const addOns: T[] = []
  const optOuts: T[] = []
  for (const [name, option] of rows()) {
    const value = options[name] ?? option.default
    if (value === undefined || value === option.noop) continue
    if (name === 'pixel') {
      const source = pixelSource(options)
      if (source.matched) fields._matchPixel = convert('matchedPixel', source)
      else fields._loadPixel = convert('pixel', source)
    } else if (name === 'platform') {
      // The function of the platform must run before consent is granted, which add-ons do not.
      addOns.push(convert('visitorField', value))
      const platforms = [options.platform!].flat()
      const messages = widgetMessages(platforms)
      const name = platforms.includes('hubspot') ? 'hubspotWidgets' : 'widgets'
      if (messages.length > 0) addOns.push(convert(name, messages))
    } else if (option.field === '_addOns') addOns.push(convert(name, value))
    else if (option.field === '_optedOut') optOuts.push(convert(name, value))
    else fields[option.field] = convert(name, value)
  }
  if (addOns.length > 0) fields._addOns = addOns
  if (optOuts.length > 0) fields._optedOut = optOuts
  return fields
}

export function platformFunctions({ platform = [], consent }: TrackerOptions): string[] {
  const names: string[] = [platform].flat().filter((name) => widgetMessages([name]).length === 0)
  return consent && names.includes('tilda') ? [...names, 'tildaConsent'] : names
}

/**
 * Converts the option `pixel`. The pixel's automatic events are off if pages are excluded: in a single-page app, a pixel
 * that was loaded elsewhere would send them from excluded pages too.
 */
function pixelSource({ pixel, exclude }: TrackerOptions): PixelSource {
  const { limitedDataUse, autoConfig, advancedMatching } = pixel!
  return toPixelSource(
    pixel!,
    limitedDataUse && formatCodes(limitedDataUse),
    autoConfig !== false && !exclude?.[0],
    advancedMatching,
  )
}

type Fields<T> = { [Field in keyof BrowserOptions]?: T | T[] }
