import vm from 'node:vm'

import { PII_KEYS, type PiiKey } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anyPii } from './any-pii.ts'
import { hashAsMeta } from './ask-meta.ts'
import { type AnyHost, startAnyHost } from './client-library-page.ts'
import { CLIENT_LIBRARY, type ClientParamBuilder } from './client-library.ts'

const SEED = 20_261_120
const DATA_TYPES = { em: 'email', ph: 'phone', fn: 'first_name', ln: 'last_name' } as const

const HALF_PAIR = /\p{Surrogate}/u

/** Where our script parts from Meta's library on purpose; hash-pii.test.ts says what it does instead. */
const DIFFERENCES: [what: string, values: RegExp][] = [
  ['an MD5 digest matches nobody', /^[\da-f]{32}(\.(A[Qgw]|B[AQg]|[\w-]{8}))?$/i],
  ['a digest in capitals with an appendix is lowered', /^(?=\w*[A-F])[\da-fA-F]{64}\.[\w-]+$/],
  ['eight other characters would travel in clear', /^([\da-f]{32}){1,2}\.(?![\w-]{8}$)[^.]{8}$/i],
  ['half a surrogate pair is U+FFFD in UTF-8, and no part of a phone', HALF_PAIR],
]

describe('Meta’s library for browsers', () => {
  it('hashes as its library for Node does, with which ours is compared: 20,000 values', () => {
    const clientParamBuilder = runInNode()
    fc.assert(
      fc.property(anyPii(), ([key, text]) => {
        // Its bundle was compiled for old browsers: it leaves half surrogate pairs in a phone.
        fc.pre(key !== 'ph' || !HALF_PAIR.test(text))
        const hashed = clientParamBuilder.getNormalizedAndHashedPII(text, DATA_TYPES[key])
        expect(withoutAppendix(hashed, text)).toBe(hashAsMeta(key, text) ?? null)
      }),
      { numRuns: 20_000, seed: SEED },
    )
  })
})

describe('our finished script, in a page', () => {
  let site: AnyHost

  beforeAll(async () => {
    site = await startAnyHost()
  })

  afterAll(() => site?.close())

  it('hashes as Meta’s library beside it does: 4,000 values', async () => {
    const samples = fc.sample(anyPii(), { numRuns: 4_000, seed: SEED })
    const page = await site.browser.newPage()
    await page.goto(`http://www.school.test:${site.port}/`)
    await page.addScriptTag({ url: '/tracker.js' })
    await page.addScriptTag({ url: '/meta.js' })

    // As JSON both ways: it escapes half surrogate pairs, which would not survive the way to the page.
    const answer = await page.evaluate(hashInPage, [JSON.stringify(samples), DATA_TYPES] as const)
    const hashed = JSON.parse(answer) as [ours: string | null, metas: string | null][]

    const differing = samples.filter(([, text], at) => {
      const [ours, metas] = hashed[at]!
      return ours !== withoutAppendix(metas, text)
    })
    const unexpected = differing.filter(
      ([, text]) => !DIFFERENCES.some(([, values]) => values.test(text.trim())),
    )
    expect(unexpected).toEqual([])
    for (const [what, values] of DIFFERENCES) {
      expect(differing.filter(([, text]) => values.test(text.trim())).length, what).toBeGreaterThan(
        5,
      )
    }
    for (const key of PII_KEYS) {
      const same = samples.filter((sample, at) => {
        return sample[0] === key && hashed[at]![0] && !differing.includes(sample)
      })
      expect(same.length, key).toBeGreaterThan(300)
    }
  })
})

/** Runs in the page, where the scripts are; what is sent is looked at instead of sent. */
function hashInPage([json, types]: readonly [string, typeof DATA_TYPES]): string {
  const { polaris, clientParamBuilder } = self as unknown as {
    polaris: { track: (name: string, data: object, pii: object) => string }
    clientParamBuilder: ClientParamBuilder
  }
  let sent = ''
  self.fetch = async (_, init) => {
    sent = String(init!.body)
    return Response.json({ ok: true })
  }
  const samples = JSON.parse(json) as [PiiKey, string][]
  const hashed = samples.map(([key, text]) => {
    polaris.track('Lead', {}, { [key]: text })
    const ours = JSON.parse(sent).user_data[key] ?? null
    return [ours, clientParamBuilder.getNormalizedAndHashedPII(text, types[key])]
  })
  return JSON.stringify(hashed)
}

/** In a context without a page: for hashes it needs none. */
function runInNode(): ClientParamBuilder {
  const self: { clientParamBuilder?: ClientParamBuilder } = {}
  vm.runInNewContext(CLIENT_LIBRARY, { self, btoa })
  return self.clientParamBuilder!
}

/** Without the appendix that Meta's library adds; what it lets through keeps its own. */
function withoutAppendix(hashed: string | null, text: string): string | null {
  return hashed === null || hashed === text.trim() ? hashed : hashed.replace(/\.[\w-]{8}$/, '')
}
