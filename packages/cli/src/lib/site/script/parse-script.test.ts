import { describe, expect, it } from 'vitest'

import { parseScript } from './parse-script.ts'
import { DYNAMIC } from './static-value.ts'

/** Returns the calls as `a.b@line`, with `later` for those that do not run when the script loads. */
function callsIn(code: string): string[] {
  return parseScript(code).calls.map(({ path, line, isTopLevel }) => {
    return `${path.join('.')}@${line}${isTopLevel ? '' : ' later'}`
  })
}

function argsOf(code: string): unknown[] {
  return parseScript(code).calls.at(-1)!.args
}

describe('the path of a call', () => {
  it.each([
    'nord.track()',
    'window.nord.track()',
    'window?.nord?.track?.()',
    'self["nord"].track()',
    'globalThis.window; globalThis.nord["track"]()',
    'const nord2 = window.nord; nord2.track()',
    'const { track } = nord; track()',
    'let { track: send } = window.nord; send()',
    'var f = nord.track; f()',
    'await nord.track()',
    '(nord).track()',
    'return nord.track()',
  ])('is nord.track in %s', (code) => {
    expect(callsIn(code)).toEqual(['nord.track@1'])
  })

  it.each(['nord[name]()', 'f().track()', 'import("a")', 'new Nord()', 'nord.track`x`'])(
    'is unknown in %s',
    (code) => {
      expect(callsIn(code).filter((call) => call.startsWith('nord'))).toEqual([])
    },
  )

  it('ignores aliases of names that are declared twice', () => {
    const code = 'function f() { const t = nord }\nfunction g() { const t = other; t.track() }'
    expect(callsIn(code)).toEqual(['t.track@2 later'])
  })
})

describe('when a call runs', () => {
  it.each([
    ['a statement', 'f()', 'f@1'],
    ['a block', 'if (x) { f() }', 'f@1'],
    ['a function that is called at once', '(function () { f() })()', 'f@1'],
    ['an arrow function that is called at once', '(async () => {\nf()\n})()', 'f@2'],
    ['a function', 'function g() { f() }', 'f@1 later'],
    ['a listener', 'onload = () => f()', 'f@1 later'],
    ['a method', 'const a = { g() { f() } }', 'f@1 later'],
    [
      'a listener in a function that is called at once',
      '(() => { onload = () => f() })()',
      'f@1 later',
    ],
  ])('is known in %s', (_, code, expected) => {
    expect(callsIn(code)).toContain(expected)
  })
})

describe('the arguments of a call', () => {
  it.each([
    ['f("a", 1, -2.5, true, null, undefined)', ['a', 1, -2.5, true, null, undefined]],
    ['f(`a`, `${x}`, x, x + 1, /a/)', ['a', DYNAMIC, DYNAMIC, DYNAMIC, DYNAMIC]],
    ['const a = ["b"]; f(a, [...a])', [['b'], [DYNAMIC]]],
    ['let a = "b"; f(a)', [DYNAMIC]],
    ['const a = a; f(a)', [DYNAMIC]],
    ['const a = [b], b = [a]; f(1)', [1]],
  ])('are evaluated in %s', (code, expected) => {
    expect(argsOf(code)).toEqual(expected)
  })

  it('are evaluated in objects', () => {
    expect(argsOf('f({ a: 1, "b": x, 3: "c", ["d"]: 4 }, { [x]: 1 }, { ...y })')).toEqual([
      {
        entries: new Map<string, unknown>([
          ['a', 1],
          ['b', DYNAMIC],
          ['3', 'c'],
          ['d', 4],
        ]),
        isOpen: false,
      },
      { entries: new Map(), isOpen: true },
      { entries: new Map(), isOpen: true },
    ])
  })

  it('are dynamic if constants refer to each other', () => {
    expect(() => argsOf('const a = { b }, b = { a }; f(a)')).not.toThrow()
  })
})

it('returns the global variables that a script assigns, and the properties it uses', () => {
  const { assigned, properties } = parseScript(
    'window.nord ||= stub; var a = 1; history.pushState(); function f() { const b = 1 }',
  )
  expect([...assigned]).toEqual(['nord', 'a'])
  expect(properties).toContain('pushState')
})

it.each([
  ['form.addEventListener("submit", (e) => e.preventDefault())', true],
  ['document.getElementById("a").addEventListener("submit", (e) => { e.preventDefault() })', true],
  ['$("form").submit(function () { return false })', true],
  ['$(document).on("submit.ajax", "form", () => { return !1 })', true],
  ['onsubmit = (e) => e.preventDefault()', true],
  ['link.addEventListener("click", (e) => e.preventDefault())', false],
  ['form.addEventListener("submit", () => log())', false],
  ['form.submit()', false],
])('knows whether a script prevents the submission of forms: %s', (code, expected) => {
  expect(parseScript(code).preventsSubmit).toBe(expected)
})

it('throws a syntax error with its line', () => {
  expect(() => parseScript('f()\nnord.track(')).toThrow(
    expect.objectContaining({ loc: expect.objectContaining({ line: 2 }) }),
  )
})
