import type { Finding, Level } from '@conversion-capi/core/diagnostics'

/** The level and the messages of a finding. `{name}` stands for a value. */
export interface Rule {
  level: Level
  message: string
  fix: string
}

function createRule<Kind extends Level>(level: Kind) {
  return <Message extends string, Fix extends string = ''>(message: Message, fix?: Fix) => ({
    level,
    message,
    fix: (fix ?? '') as Fix,
  })
}

export const error = createRule('error')
export const warning = createRule('warning')
export const info = createRule('info')
export const verified = createRule('verified')
export const unverifiable = createRule('unverifiable')

/** The names of the values in a message: `'src' | 'name'` for `Load {src} as {name}.` */
type ValueNames<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never

export type Values<Texts extends Rule> = Record<ValueNames<Texts['message'] | Texts['fix']>, string>

export type Place = Pick<Finding, 'file' | 'line'>

/** Returns the place of a finding about a school, which has a name if there are several. */
export function placeOf({ school }: { school?: string | undefined }): Place {
  return school === undefined ? {} : { file: school }
}

export function createFindings<const Rules extends Record<string, Rule>>(
  rules: Rules,
): <Code extends keyof Rules & string>(
  code: Code,
  place: Place,
  values: Values<Rules[Code]>,
) => Finding {
  return (code, place, values) => {
    const { level, message, fix } = rules[code]!
    return {
      level,
      code,
      ...place,
      message: fill(message, values),
      ...(fix !== '' && { fix: fill(fix, values) }),
    }
  }
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/**
 * Returns a name for a message. A string that does not look like a name is not shown, because it could be personal data
 * or a token.
 */
export function showName(text: string): string {
  return /^[\w$. -]{1,40}$/.test(text) && !/\d{6}/.test(text) ? `"${text}"` : '(not shown)'
}
