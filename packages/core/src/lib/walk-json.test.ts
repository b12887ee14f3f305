import { describe, expect, it } from 'vitest'

import { walkJson } from './walk-json.ts'

function nest(levels: number): object {
  return levels === 1 ? {} : { a: nest(levels - 1) }
}

describe('walkJson', () => {
  it('visits at most 64 levels', () => {
    const visited: number[] = []
    walkJson(nest(66), (_parent, _key, _getPath, levels) => void visited.push(levels))
    expect(visited).toEqual(Array.from({ length: 64 }, (_, index) => index + 1))
  })

  it('visits circular references once', () => {
    const circular: Record<string, unknown> = { email: 'x' }
    circular['self'] = circular
    const paths: string[] = []
    walkJson(circular, (_parent, _key, getPath) => void paths.push(getPath()))
    expect(paths).toEqual(['email', 'self'])
  })
})
