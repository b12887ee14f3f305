/**
 * Merges two settings files: JSON objects, or TOML files with different tables.
 *
 * @returns The merged file.
 * @throws {Error} If both JSON files define the same setting, because neither file may win silently.
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
    else throw new Error(`Both settings files define "${key}". Remove it from one of them.`)
  }
  return merged
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
