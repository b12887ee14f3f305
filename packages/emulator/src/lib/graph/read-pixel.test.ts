import { expect, it } from 'vitest'

import { createEmulator, type Emulator } from '../emulator.ts'
import { NOW, sendEvents, sendPixelEvent, serverEvent } from '../requests.fixture.ts'

const TOKEN = 'emulator-access-token'

async function read(emulator: Emulator, path: string, token = TOKEN) {
  const response = await emulator.fetch(`https://graph.facebook.com/v26.0/${path}`, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  return { status: response.status, body: await response.json() }
}

it('rejects a missing and a wrong token and an unknown pixel', async () => {
  const emulator = createEmulator()
  for (const token of ['', 'wrong']) {
    expect(await read(emulator, '1234567890', token)).toMatchObject({
      status: 401,
      body: { error: { code: 190 } },
    })
  }
  expect(await read(emulator, '55')).toMatchObject({
    status: 400,
    body: { error: { code: 100, error_subcode: 33 } },
  })
  expect(emulator.rejections()).toHaveLength(3)
})

it('returns the fields of the pixel, also under a prefix and with the token in the query', async () => {
  const emulator = createEmulator()
  const named = { id: '1234567890', name: 'Emulated pixel' }
  expect((await read(emulator, '1234567890')).body).toEqual({ id: '1234567890' })
  expect((await read(emulator, '1234567890?fields=id,name')).body).toEqual(named)
  const path = `/v18.0/1234567890/?fields=name&access_token=${TOKEN}`
  const response = await emulator.fetch(`https://graph.facebook.com/prefix${path}`)
  expect(await response.json()).toEqual(named)
  expect(await read(emulator, '1234567890?fields=owner')).toMatchObject({
    status: 400,
    body: { error: { code: 100 } },
  })
})

it('returns when the pixel last fired', async () => {
  const emulator = createEmulator({ now: () => NOW })
  const fields = '1234567890?fields=last_fired_time'
  await sendEvents(emulator, serverEvent())
  expect((await read(emulator, fields)).body).toEqual({ id: '1234567890' })
  await sendPixelEvent(emulator, { ev: 'Lead', eid: 'a' })
  expect((await read(emulator, fields)).body).toEqual({
    id: '1234567890',
    last_fired_time: '2026-11-20T12:00:00+0000',
  })
})
