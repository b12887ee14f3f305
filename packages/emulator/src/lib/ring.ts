/** The newest items of a sequence, up to a maximum number. */
export interface Ring<Item> {
  /** Adds an item. Returns the oldest item if it had to be removed. */
  push(item: Item): Item | undefined
  /** Returns a new array of the items, oldest first. */
  items(): Item[]
  clear(): void
}

/** Creates a ring buffer. An array's `shift()` would move all items each time one is added. */
export function createRing<Item>(maxItems: number): Ring<Item> {
  let slots: Item[] = []
  let next = 0

  return { push, items, clear }

  function push(item: Item): Item | undefined {
    const removed = slots[next]
    slots[next] = item
    next = (next + 1) % maxItems
    return removed
  }

  function items(): Item[] {
    return [...slots.slice(next), ...slots.slice(0, next)]
  }

  function clear(): void {
    slots = []
    next = 0
  }
}
