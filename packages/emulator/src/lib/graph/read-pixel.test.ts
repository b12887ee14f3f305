import { expect, it } from 'vitest'

import { createEmulator } from '../emulator.ts'

const TOKEN = 'emulator-access-token'
const emulator = createEmulator()

function read(path: string, token?: string): Promise<Response> {
  return emulator.fetch(`https://graph.facebook.com${path}`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  })
}

it.each([
  ['/v18.0/1234567890?fields=id,name', { id: '1234567890', name: 'Emulated pixel' }],
  ['/v26.0/1234567890', { id: '1234567890' }],
  ['/prefix/v18.0/1234567890/?fields=name', { id: '1234567890', name: 'Emulated pixel' }],
])('returns the fields of GET %s', async (path, fields) => {
  const response = await read(path, TOKEN)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(fields)
})

it('accepts the token in the query', async () => {
  expect((await read(`/v18.0/1234567890?access_token=${TOKEN}`)).status).toBe(200)
})

it.each([
  ['a missing token', '/v18.0/1234567890', undefined, 401, { code: 190 }],
  ['a wrong token', '/v18.0/1234567890', 'wrong', 401, { code: 190 }],
  ['an unknown pixel', '/v18.0/55', TOKEN, 400, { code: 100, error_subcode: 33 }],
  ['an unknown field', '/v18.0/1234567890?fields=owner', TOKEN, 400, { code: 100 }],
])('rejects %s', async (_, path, token, status, error) => {
  const response = await read(path, token)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error })
})
