import { parse } from 'acorn'
import { fromHtml } from 'hast-util-from-html'
import { parse as parseJsonc, type ParseError } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, it } from 'vitest'

import { nameOf, readSamples } from './read-samples.ts'

/** The tests of this folder read the samples up to `sh`. The others are only shown. */
const LANGUAGES = new Set(
  'ts tsx js mjs html json jsonc toml sh javascript sql yaml text http css csv jsonl diff php nginx ini dockerfile'
    .split(' ')
    .concat(''),
)

it('every sample has a language that a test reads, or is plain text', () => {
  const unknown = readSamples().filter(({ language }) => !LANGUAGES.has(language))
  expect(unknown.map(nameOf)).toEqual([])
})

it('no sample calls the tracker in a way that loses events before the script has loaded', () => {
  const early = readSamples().filter(({ code }) =>
    [...code.matchAll(/(\w+)\)?(\?)?\.(?:track|consent)(?:\?\.)?\(/g)].some(
      ([, name, isOptional]) =>
        isOptional || !new RegExp(`\\(${name}\\) =>|${name} = connectTracker`).test(code),
    ),
  )
  expect(early.map(nameOf)).toEqual([])
})

describe('the HTML samples', () => {
  it.each(readSamples('html').map((sample) => [nameOf(sample), sample.code] as const))(
    '%s: the elements and the scripts parse',
    (_, code) => {
      const problems: string[] = []
      const fragment = !/<!doctype|<html/i.test(code)
      const onerror = ({ message }: { message: string }): void => void problems.push(message)
      const tree = fromHtml(code, { fragment, onerror })
      expect(problems).toEqual([])
      for (const { type, text } of findScripts(tree)) {
        if (type === 'application/ld+json') JSON.parse(text)
        else parse(text, { ecmaVersion: 'latest', sourceType: type === 'module' ? type : 'script' })
      }
    },
  )
})

it.each(
  Object.entries<(code: string) => unknown>({
    json: JSON.parse,
    jsonc: parseComments,
    toml: parseToml,
  }).flatMap(([language, parse]) =>
    readSamples(language).map((each) => [nameOf(each), parse, each.code] as const),
  ),
)('%s parses', (_, parse, code) => {
  expect(() => parse(code)).not.toThrow()
})

function parseComments(code: string): void {
  const errors: ParseError[] = []
  parseJsonc(code, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
}

type Tree = ReturnType<typeof fromHtml>
type Node = Tree | Tree['children'][number]

function findScripts(node: Node): { type: unknown; text: string }[] {
  if (!('children' in node)) return []
  const inner = node.children.flatMap(findScripts)
  if (node.type !== 'element' || node.tagName !== 'script') return inner
  const text = node.children.map((child) => ('value' in child ? child.value : '')).join('')
  return [{ type: node.properties['type'], text }]
}
