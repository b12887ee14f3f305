import { describe, expect, it } from 'vitest'

import { walkJson } from './walk-json.ts'

function nest(levels: number): object {
  return levels === 1 ? {} : { a: nest(levels - 1) }
}

describe('walkJson', () => {
  /** Returns what `visit` received as `select` returns it. */
  function collect(
    root: object,
    select: (...args: Parameters<Parameters<typeof walkJson>[1]>) => string,
    skippedKey?: string,
  ): string[] {
    const items: string[] = []
    walkJson(root, (...args) => {
      items.push(select(...args))
      return args[1] === skippedKey
    })
    return items
  }

  it('visits at most 64 levels', () => {
    expect(collect(nest(66), (_parent, key) => key)).toHaveLength(64)
  })

  it('visits circular references once', () => {
    const circular: Record<string, unknown> = { email: 'x' }
    circular['self'] = circular
    expect(collect(circular, (_parent, _key, path) => path)).toEqual(['email', 'self'])
  })

  it('does not visit the values in a value for which visit returned true', () => {
    const paths = collect({ a: { b: 1 }, c: { d: 1 } }, (_parent, _key, path) => path, 'a')
    expect(paths).toEqual(['a', 'c', 'c.d'])
  })

  it('passes the key of the array as the name of its items', () => {
    const names = collect({ a: [1, [2, { b: 3 }]] }, (_parent, _key, _path, name) => name)
    expect(names).toEqual(['a', 'a', 'a', 'a', 'a', 'b'])
  })
})
