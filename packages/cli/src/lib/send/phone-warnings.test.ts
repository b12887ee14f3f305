import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { runDry } from './run-dry.ts'

const NOW = Date.UTC(2026, 10, 20)

async function dryRun(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'conversion-capi-phones-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'events.csv')
  const phones = ['8 (916) 100-01-07', '89161000108', '+7 916 100 01 09', 'a'.repeat(64), '']
  const lines = phones.map(
    (phone, index) => `Contract,e-${index},${NOW / 1000},system_generated,${phone}`,
  )
  writeFileSync(
    file,
    ['event_name,event_id,event_time,action_source,user_data.ph', ...lines].join('\n'),
  )
  return runDry({ file, env, now: () => NOW })
}

const ENV = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'EAAUnit0123456789Token' }

it('warns of phones without a country code, and does not count them as hashed', async () => {
  const { findings, data } = await dryRun(ENV)
  expect(findings.filter(({ message }) => message.includes('user_data.ph'))).toMatchObject([
    {
      code: 'field-warning',
      level: 'warning',
      message: expect.stringContaining('set META_NATIONAL_PHONE'),
      fix: 'Events with this warning: 2.',
    },
  ])
  expect(data).toMatchObject({ hashed: { 'user_data.ph': 1 } })
})

it('warns of none if META_NATIONAL_PHONE says how to dial them', async () => {
  const { findings, data } = await dryRun({ ...ENV, META_NATIONAL_PHONE: '7:8' })
  expect(findings.map(({ message }) => message).join()).not.toContain('user_data.ph')
  expect(data).toMatchObject({ hashed: { 'user_data.ph': 3 } })
})
