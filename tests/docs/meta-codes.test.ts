import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describeErrorCode } from '@conversion-capi/core/diagnostics'
import { runDoctor } from '@conversion-capi/meta'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString } from 'mdast-util-to-string'
import { describe, expect, it } from 'vitest'

import {
  findRetryReason,
  type RetryReason,
} from '../../packages/core/src/lib/upstream/retry-reason.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAX_CODE = 100_000

/** The sections of the page, and what the proxy does with their codes. */
const SECTIONS: Record<string, RetryReason | 'final'> = {
  'The setup is wrong': 'setup',
  'Too many requests': 'throttled',
  'Meta has a temporary failure': 'transient',
  'Meta declines the event': 'final',
}

interface DocumentedCode {
  result: RetryReason | 'final'
  text: string
}

const documented = readPage()

describe('docs/troubleshooting/meta-codes.md', () => {
  it('lists each code that the proxy retries or keeps in the section that says so', () => {
    const expected: Record<string, RetryReason> = {}
    for (let code = 0; code <= MAX_CODE; code++) {
      const reason = retryReason(code)
      if (reason) expected[code] = reason
    }
    const reason = retryReason(100, 33)
    if (reason) expected['100/33'] = reason
    const repeated = [...documented].filter(([, { result }]) => result !== 'final')
    expect(Object.fromEntries(repeated.map(([code, { result }]) => [code, result]))).toEqual(
      expected,
    )
  })

  it('lists codes that are not retried as refused', () => {
    const final = [...documented].filter(([, { result }]) => result === 'final')
    expect(final.map(([code]) => code)).toContain('100')
    for (const [each] of final) {
      const [code, subcode] = each.split('/').map(Number)
      expect(retryReason(code!, subcode), each).toBeUndefined()
    }
  })

  it('quotes the sentence of each code that the log describes', () => {
    const codes = Array.from({ length: MAX_CODE }, (_, code): [number, number?] => [code])
    const subcodes = [33, ...Array.from({ length: 1000 }, (_, index) => 2_804_000 + index)]
    const described = [...codes, ...subcodes.map((subcode) => [100, subcode] as const)].flatMap(
      ([code, subcode]) => {
        const name = subcode === undefined ? `${code}` : `${code}/${subcode}`
        const sentence = describeErrorCode(code, subcode)
        return sentence ? { name, sentence } : []
      },
    )
    const isQuoted = ({ name, sentence }: (typeof described)[number]): boolean =>
      documented.get(name)?.text.includes(`"${sentence}"`) ?? false
    expect(described.length).toBeGreaterThan(5)
    expect(described.filter((each) => !isQuoted(each))).toEqual([])
  })

  it('lists each subcode of the source', () => {
    const files = globSync('packages/*/src/**/*.ts', { cwd: ROOT, exclude: ['**/*.generated.ts'] })
    const source = files.map((file) => readFileSync(ROOT + file, 'utf8')).join('\n')
    const subcodes = new Set(source.match(/\b2804\d{3}\b/g))
    expect(subcodes.size).toBeGreaterThan(3)
    for (const subcode of subcodes) {
      expect(documented.get(`100/${subcode}`)?.result, subcode).toBe('final')
    }
  })

  it('lists each subcode of 190 that doctor explains', async () => {
    const unknown = await explainToken(0)
    for (let subcode = 1; subcode < 1000; subcode++) {
      if ((await explainToken(subcode)) === unknown) continue
      expect(documented.get('190')?.text).toContain(`190/${subcode}`)
    }
  })
})

function retryReason(code: number, error_subcode?: number): RetryReason | undefined {
  const body = { error: { code, error_subcode } }
  return findRetryReason({ ok: true, value: { status: 400, body } })
}

/** Returns what `doctor` says if Meta rejects the token. */
async function explainToken(error_subcode: number): Promise<string | undefined> {
  const findings = await runDoctor({
    env: { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' },
    fetch: async () => Response.json({ error: { code: 190, error_subcode } }, { status: 400 }),
  })
  return findings.find(({ code }) => code === 'token-broken')?.message
}

/** Reads the codes in the headings of level 3, with the section they are in and the text below them. */
function readPage(): Map<string, DocumentedCode> {
  const page = readFileSync(`${ROOT}docs/troubleshooting/meta-codes.md`, 'utf8')
  const codes = new Map<string, DocumentedCode>()
  let result: DocumentedCode['result'] | undefined
  let current: DocumentedCode[] = []
  for (const node of fromMarkdown(page).children) {
    const text = toString(node)
    if (node.type !== 'heading') for (const each of current) each.text += `${text}\n`
    else if (node.depth === 2) result = SECTIONS[text]
    if (node.type !== 'heading') continue
    current = []
    const [, list] = /^(\d[\d/, to]*):/.exec(text) ?? []
    if (node.depth !== 3 || !list || !result) continue
    for (const each of list.split(', ').flatMap(expandRange)) {
      const code = { result, text: '' }
      current.push(code)
      codes.set(each, code)
    }
  }
  return codes
}

/** Returns the codes of `200 to 299`. */
function expandRange(text: string): string[] {
  const [from, to = from] = text.split(' to ')
  if (from === to) return [text]
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, index) => `${Number(from) + index}`,
  )
}
