import { describe, expect, it } from 'vitest'

import { findBlockingDirective, type Load, parseCsp } from './parse-csp.ts'

const ORIGIN = 'https://nord.example'
const script: Load = { kind: 'script', url: new URL('https://nord.example/nord.js') }
const connect: Load = { kind: 'connect', url: new URL('https://api.nord.example/functions/v1/x') }

function blocked(policy: string, load: Load): string | undefined {
  return findBlockingDirective(parseCsp(policy)[0]!, load, ORIGIN)
}

describe('findBlockingDirective()', () => {
  it.each([
    ['img-src *', script],
    ["script-src 'self'", script],
    ["script-src 'SELF'", script],
    ["default-src 'none'; script-src 'self'", script],
    ["script-src 'none'; script-src-elem 'self'", script],
    ['script-src https:', script],
    ['script-src http:', script],
    ['script-src *', script],
    ['script-src nord.example', script],
    ['script-src *.example', script],
    ['script-src https://nord.example:443', script],
    ['script-src nord.example:*', script],
    ['script-src https://nord.example/nord.js', script],
    ['script-src https://nord.example/', script],
    ["script-src 'nonce-a'", { ...script, nonce: 'a' }],
    ["script-src 'strict-dynamic' 'nonce-a'", { ...script, nonce: 'a' }],
    ['connect-src *.nord.example', connect],
    ['connect-src https://api.nord.example/functions/', connect],
  ] as [string, Load][])('%s allows the load', (policy, load) => {
    expect(blocked(policy, load)).toBeUndefined()
  })

  it.each([
    ["script-src 'none'", script, 'script-src'],
    ['script-src', script, 'script-src'],
    ["default-src 'none'", script, 'default-src'],
    ["script-src 'self'; script-src-elem 'none'", script, 'script-src-elem'],
    ["script-src 'strict-dynamic' 'self'", script, 'script-src'],
    ["script-src 'nonce-b'", { ...script, nonce: 'a' }, 'script-src'],
    ["script-src 'unsafe-inline'", script, 'script-src'],
    ['script-src https://nord.example/js/', script, 'script-src'],
    ['script-src nord.example:8080', script, 'script-src'],
    ['script-src data:', script, 'script-src'],
    ["connect-src 'self'", connect, 'connect-src'],
    ["default-src 'self'; script-src *", connect, 'default-src'],
    ['connect-src *.api.nord.example', connect, 'connect-src'],
  ] as [string, Load, string][])('%s blocks the load', (policy, load, directive) => {
    expect(blocked(policy, load)).toBe(directive)
  })
})

describe('parseCsp()', () => {
  it('returns each policy, and the first directive of a name', () => {
    expect(parseCsp("Script-Src 'self';; script-src *, img-src  *  https: ; , ;")).toEqual([
      new Map([['script-src', ["'self'"]]]),
      new Map([['img-src', ['*', 'https:']]]),
    ])
  })
})
