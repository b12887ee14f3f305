// Parsers for the `data-*` attributes of the ready script. The `attribute` field of the option table refers to
// them by name. Each returns a falsy value if the attribute is missing, unless the option is on by default.
import { type PixelSource, toPixelSource } from './pixel.ts'

export function text(value: string | undefined): string | undefined {
  return value
}

/** Returns whether the attribute is present and not `false`, for options that are off by default. */
export function flag(value = 'false'): boolean {
  return value !== 'false'
}

/** Returns whether the attribute is not `false`, for options that are on by default. */
export function flagOn(value: string | undefined): boolean {
  return value !== 'false'
}

/** Returns `'wait'` for every value: a misspelled value must not send data without consent. */
export function consent(value: string | undefined): 'wait' | undefined {
  return value === undefined ? value : 'wait'
}

export function list(value: string | undefined): string[] | undefined {
  return value?.split(/\s*,\s*/)
}

export function groups(value: string, pattern: RegExp): Record<string, string> | undefined {
  return pattern.exec(value)?.groups
}

/**
 * Parses `data-pixel`, and the attributes that change the pixel.
 *
 * An unusable value must not send more data: personal data is not passed, automatic events are off, and the pixel is not
 * loaded if limited data use is unusable.
 */
export function pixel(
  dataset: DOMStringMap,
  patterns: Record<string, RegExp>,
): PixelSource | undefined {
  const { limitedDataUse } = dataset
  const source = groups(dataset['pixel']!, patterns['pixel']!) as { id: string } | undefined
  return source &&
    (limitedDataUse === undefined || patterns['limitedDataUse']!.test(limitedDataUse))
    ? toPixelSource(
        source,
        limitedDataUse,
        dataset['autoConfig'] === undefined,
        patterns['advancedMatching']!.test(dataset['advancedMatching']!),
      )
    : undefined
}
