import vm from 'node:vm'

import { PII_KEYS, type PiiKey } from '@conversion-capi/core/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anyPii } from './any-pii.ts'
import { hashAsMeta } from './hash-as-meta.ts'
import {
  type AnyHost,
  CLIENT_LIBRARY,
  type ClientParamBuilder,
  startAnyHost,
} from './client-library-page.ts'

const SEED = 20_261_120
const DATA_TYPES = { em: 'email', ph: 'phone', fn: 'first_name', ln: 'last_name' } as const

const LONE_SURROGATE = /\p{Surrogate}/u

/** Deliberate differences from Meta's library. hash-pii.test.ts asserts our results. */
const DIFFERENCES: [name: string, values: RegExp][] = [
  ['a phone with more than 15 digits is dropped', /[1-9]\D*(\d\D*){15}/],
  ['a bracketed zero after a country code is dropped', /[1-9]\D*\(0\)/],
  ['an MD5 digest is dropped', /^[\da-f]{32}(\.(A[Qgw]|B[AQg]|[\w-]{8}))?$/i],
  ['an uppercase digest with an appendix is lowercased', /^(?=\w*[A-F])[\da-fA-F]{64}\.[\w-]+$/],
  ['a digest with eight other characters is hashed', /^([\da-f]{32}){1,2}\.(?![\w-]{8}$)[^.]{8}$/i],
  ['a lone surrogate becomes U+FFFD, or is removed from a phone', LONE_SURROGATE],
]

describe('Meta’s library for browsers', () => {
  it('hashes 5,000 values like its library for Node, with which ours is compared', () => {
    const clientParamBuilder = runInNode()
    fc.assert(
      fc.property(anyPii(), ([key, text]) => {
        // Its bundle is compiled for old browsers and keeps lone surrogates in a phone.
        fc.pre(key !== 'ph' || !LONE_SURROGATE.test(text))
        const hashed = clientParamBuilder.getNormalizedAndHashedPII(text, DATA_TYPES[key])
        expect(withoutAppendix(hashed, text)).toBe(hashAsMeta(key, text) ?? null)
      }),
      { numRuns: 5_000, seed: SEED },
    )
  })
})

describe('our built script, in a page', () => {
  let site: AnyHost

  beforeAll(async () => {
    site = await startAnyHost()
  })

  afterAll(() => site?.close())

  it('hashes 4,000 values like Meta’s library', async () => {
    const samples = fc.sample(anyPii(), { numRuns: 4_000, seed: SEED })
    const page = await site.browser.newPage()
    await page.goto(`http://www.school.test:${site.port}/`)
    await page.addScriptTag({ url: '/tracker.js' })
    await page.addScriptTag({ url: '/meta.js' })

    // JSON escapes lone surrogates, which Playwright's protocol would replace.
    const json = await page.evaluate(hashInPage, [JSON.stringify(samples), DATA_TYPES] as const)
    const hashed = JSON.parse(json) as [ours: string | null, metas: string | null][]

    const differing = samples.filter(([, text], at) => {
      const [ours, metas] = hashed[at]!
      return ours !== withoutAppendix(metas, text)
    })
    const unexpected = differing.filter(
      ([, text]) => !DIFFERENCES.some(([, values]) => values.test(text.trim())),
    )
    expect(unexpected).toEqual([])
    for (const [name, values] of DIFFERENCES) {
      expect(differing.filter(([, text]) => values.test(text.trim())).length, name).toBeGreaterThan(
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

/** Runs in the page. Replaces fetch to read the request body. */
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

/** Runs the library without a page, which its hash functions do not need. */
function runInNode(): ClientParamBuilder {
  const self: { clientParamBuilder?: ClientParamBuilder } = {}
  vm.runInNewContext(CLIENT_LIBRARY, { self, btoa })
  return self.clientParamBuilder!
}

/** Removes the appendix that Meta's library adds to new hashes. */
function withoutAppendix(hashed: string | null, text: string): string | null {
  return hashed === null || hashed === text.trim() ? hashed : hashed.replace(/\.[\w-]{8}$/, '')
}
