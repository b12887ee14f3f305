import { walkJson } from './walk-json.ts'

/**
 * Removes values from nested objects and arrays.
 *
 * @param root The outermost object. It is modified.
 * @param shouldRemove Called for each key and its value.
 * @returns The dotted paths of the removed values, as {@link walkJson} describes them, or `undefined` if there are
 *   more than `MAX_JSON_DEPTH` levels.
 */
export function removeValues(
  root: object,
  shouldRemove: (key: string, value: unknown) => boolean,
): string[] | undefined {
  const paths: string[] = []
  const lists = new Set<unknown[]>()
  const isComplete = walkJson(root, (parent, key, getPath) => {
    if (!shouldRemove(key, parent[key])) return
    delete parent[key]
    paths.push(getPath())
    if (Array.isArray(parent)) lists.add(parent)
  })
  for (const list of lists) removeHoles(list)
  return isComplete ? paths : undefined
}

/** Removes the holes that `delete` leaves. They would be serialized as `null`. */
function removeHoles(list: unknown[]): void {
  const items = list.flat(0)
  Object.assign(list, items)
  list.length = items.length
}
