import { isStaticObject, type StaticValue } from '../site/script/static-value.ts'
import type { Module } from './scopes.ts'
import type { AppSource } from './read-app.ts'

const TRANSLATIONS =
  /(?:^|\/)(?:i18n|lang|languages?|locales?|messages|translations?)(?:\/|\.[jt]s|$)/
const DEFAULT_LANGUAGE =
  /\b(?:default_?(?:lang|language|locale)|fallback(?:Lng|Locale|Language)|sourceLocale)['"]?(?::\s*\w+)?\s*[:=]\s*\[?['"](\w\w)\b/i

/** Returns the texts of an app's default language by their keys: `contact.title`. */
export function readTranslations(
  sources: AppSource[],
  load: (path: string) => Module | undefined,
): Map<string, string> {
  const [, language = 'en'] =
    sources.map(({ code }) => DEFAULT_LANGUAGE.exec(code)).find((each) => each) ?? []
  const texts = new Map<string, string>()
  const isOther = ([name]: string[]): boolean => /^[a-z]{2}$/i.test(name ?? '') && name !== language
  const add = (value: StaticValue, path: string[]): void => {
    if (typeof value === 'string') {
      const keys = [path.join('.'), path.slice(1).join('.')]
      for (const key of keys) if (!texts.has(key)) texts.set(key, value)
    } else if (isStaticObject(value)) {
      for (const [key, each] of value.entries) {
        if (!isOther([key])) add(each, [...path, key])
      }
    }
  }
  for (const { path } of sources.filter((each) => TRANSLATIONS.test(each.path))) {
    // locales/en/common.json, and those of other languages.
    const names = path.split(/[/.]/)
    if (names.some((name) => isOther([name])) && !/[jt]s$/.test(path)) continue
    const module = load(path)
    if (!module) continue
    const values: StaticValue[] = [...module.scope.names.keys()].map((name) =>
      module.scope.read(name),
    )
    add(module.readExport('default'), [])
    for (const value of values) add(value, [])
  }
  return texts
}
