export interface Log<Item> {
  add(item: Item): void
  items(): Item[]
  clear(): void
}

interface LogOptions<Item> {
  maxItems: number
  onAdd?: ((item: Item) => void) | undefined
  /** Called with each record that had to be removed, before the new one is reported. */
  onRemove?: (item: Item) => void
}

/**
 * Creates a log. It keeps at most `maxItems` records in about 64 MiB, or 8 KiB per record if that is more. The newest
 * record is always kept.
 */
export function createLog<Item>({ maxItems, onAdd, onRemove }: LogOptions<Item>): Log<Item> {
  const maxBytes = Math.max(64 * 1024 * 1024, maxItems * 8192)
  const records = new Set<{ item: Item; bytes: number }>()
  let bytes = 0

  return { add, items, clear }

  function add(item: Item): void {
    const record = { item, bytes: estimateBytes(item) }
    bytes += record.bytes
    for (const oldest of records) {
      if (records.size < maxItems && bytes <= maxBytes) break
      records.delete(oldest)
      bytes -= oldest.bytes
      onRemove?.(oldest.item)
    }
    records.add(record)
    onAdd?.(item)
  }

  function items(): Item[] {
    return Array.from(records, ({ item }) => item)
  }

  function clear(): void {
    records.clear()
    bytes = 0
  }
}

/** Estimates the memory that a value takes. `[{},{},…]` takes twenty times as much as its JSON. */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 8
  const entries = value instanceof Headers ? [...value] : Object.entries(value)
  return entries.reduce((sum, [key, inner]) => sum + 24 + 2 * key.length + estimateBytes(inner), 64)
}
