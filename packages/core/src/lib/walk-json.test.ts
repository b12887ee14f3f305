import { describe, expect, it } from 'vitest'

import { walkJson } from './walk-json.ts'

function nest(levels: number): object {
  return levels === 1 ? {} : { a: nest(levels - 1) }
}

describe('walkJson', () => {
  it('returns whether there were at most 64 levels', () => {
    expect(walkJson(nest(64), () => {})).toBe(true)
    expect(walkJson(nest(65), () => {})).toBe(false)
    expect(walkJson({ deep: nest(64), flat: {} }, () => {})).toBe(false)
  })

  it('visits circular references once', () => {
    const circular: Record<string, unknown> = { email: 'x' }
    circular['self'] = circular
    const paths: string[] = []
    expect(walkJson(circular, (_parent, _key, getPath) => void paths.push(getPath()))).toBe(true)
    expect(paths).toEqual(['email', 'self'])
  })
})
