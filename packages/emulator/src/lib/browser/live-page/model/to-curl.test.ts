import { execFileSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { toCurl } from './to-curl.ts'

const RAW = { method: 'POST', path: '/v18.0/1234567890/events', headers: {}, body: '' }
const BASE_URL = 'http://localhost:8787/emulator/'

/** Returns the arguments that a shell passes to the command. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for argument; do printf '%s\\0' "$argument"; done; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

it('leads to the emulator, and repeats the method, the content type and the body', () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer [redacted]' }
  expect(argumentsOf(toCurl({ ...RAW, headers, body: '{"a": 1}' }, BASE_URL))).toEqual([
    'http://localhost:8787/emulator/v18.0/1234567890/events',
    '--header',
    'Content-Type: application/json',
    '--header',
    'Authorization: Bearer [redacted]',
    '--data-raw',
    '{"a": 1}',
  ])
})

it('quotes everything for the shell', () => {
  const body = `'; touch injected; $(id) \`id\` \\ "\u202e`
  expect(argumentsOf(toCurl({ ...RAW, body }, BASE_URL)).at(-1)).toBe(
    body.replace('\u202e', '\\u202e'),
  )
  const path = `/tr?a='$(id)`
  expect(argumentsOf(toCurl({ ...RAW, method: 'GET', path }, BASE_URL))).toEqual([
    'http://localhost:8787/emulator/tr?a=%27$(id)',
  ])
})
