import { isHashed } from '@conversion-capi/core/pii'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'
import { BASE_URL, EMAIL_HASH, NOW } from '../requests.fixture.ts'

const REQUIRED = [
  ['id', '1234567890'],
  ['ev', 'Lead'],
]
/** Values that must not be shown. */
const SECRETS = ['Mary', 'mary@example.com', '+4917512345678', 'Musterstadt']

const key = fc.oneof(
  fc.constantFrom('em', 'ph', 'fn', 'ln', 'ct', 'external_id', 'fbp', 'name', 'e-mail'),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ']', '[', 'em][0', 'em]['),
  fc.string(),
)
const name = fc.oneof(
  fc
    .tuple(fc.constantFrom('ud', 'cd', 'UD', 'ud '), key)
    .map(([group, each]) => `${group}[${each}]`),
  fc.constantFrom('ud', 'ud[', 'ud[em', 'dpo', 'dpoco', 'dpost', 'dpo[]'),
)
const value = fc.oneof(
  fc.constantFrom(EMAIL_HASH, 'LDU', 'LDU,LDU', '0', '1', '1000', '', ' '),
  fc.string(),
  fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)),
)
const field = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(name, value) },
  fc.tuple(
    fc.constantFrom('ud[em]', 'ud[fn]', 'ud[ct]', 'ud[name]', 'ud[em][0]', 'ud[__proto__]'),
    fc.constantFrom(...SECRETS),
  ),
)
const fields = fc.array(field, { maxLength: 12 })

const send = async (body: BodyInit) => {
  const emulator = createEmulator({ now: () => NOW })
  const response = await emulator.fetch(`${BASE_URL}/tr`, { method: 'POST', body })
  return { emulator, response }
}

it('records or rejects any fields, with hashes only, and shows no unhashed value', async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (list) => {
      const { emulator, response } = await send(new URLSearchParams([...REQUIRED, ...list]))
      const [event] = emulator.events()
      expect(response.status).toBe(event ? 200 : 400)
      expect(emulator.rejections()).toHaveLength(event ? 0 : 1)
      for (const each of ['em', 'ph', 'fn', 'ln']) {
        const values = [event?.user_data[each] ?? []].flat()
        expect(values.every((item) => isHashed(String(item)))).toBe(true)
      }
      const shown = [
        JSON.stringify(event?.warnings ?? []),
        JSON.stringify(emulator.rejections()),
        await (await emulator.fetch(`${BASE_URL}/events.json`)).text(),
        await (await emulator.fetch(`${BASE_URL}/requests/1.json`)).text(),
      ].join('\n')
      for (const secret of SECRETS) expect(shown).not.toContain(secret)
    }),
  )
})

it('collects all values of a repeated key in their order', async () => {
  const hashes = fc.array(
    fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex')),
    { minLength: 1, maxLength: 50 },
  )
  await fc.assert(
    fc.asyncProperty(hashes, async (list) => {
      const repeated = list.map((hash, index) => [index % 2 ? `ud[em][${index}]` : 'ud[em]', hash])
      const { emulator } = await send(new URLSearchParams([...REQUIRED, ...repeated]))
      expect([emulator.events()[0]!.user_data.em].flat()).toEqual(list)
    }),
    { numRuns: 30 },
  )
})
