/**
 * Two files of settings as one, which has what either says: JSON, or TOML whose tables are not the same.
 *
 * Throws when both say something else about the same setting.
 */
export function mergeSettings(own: string, added: string): string {
  if (!own.startsWith('{')) return `${own}\n${added}`
  return `${JSON.stringify(merge(JSON.parse(own), JSON.parse(added)), null, 2)}\n`
}

function merge(own: object, added: object): object {
  const merged: Record<string, unknown> = { ...own }
  for (const [key, value] of Object.entries(added)) {
    if (!(key in own)) merged[key] = value
    else if (isObject(merged[key]) && isObject(value)) merged[key] = merge(merged[key], value)
    else throw new Error(`Both files of settings have "${key}".`)
  }
  return merged
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
