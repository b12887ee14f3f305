import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { serve } from '@conversion-capi/node'
import { LONG_TIMEOUTS } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'
import { expect, it, onTestFinished } from 'vitest'

import { useRecipe } from './prepare-recipe.ts'
import { completed, createShop, readMetadata, sign, SITE, VISITOR } from './stripe-shop.ts'

/** What identifies the visitor: the IDs of the events, the cookies and the IP. */
const IDENTIFIERS = /visit-\d|1093847562|AbCd|203\.0\.113\.7/

const recipe = useRecipe('stripe-webhook')

it('sends and stores nothing of a visitor with Sec-GPC, from the page to the payment', async () => {
  const { kinds, metadata, webhook, requests, events, queued, sent, created, files } = await visit({
    'Sec-GPC': '1',
  })
  expect(kinds).toEqual(['opted_out', 'opted_out', 'opted_out'])
  expect(metadata).toEqual({ site: SITE })
  expect(webhook).toBe('No visitor data')
  expect([requests, events, queued, sent]).toEqual([[], [], [], []])
  expect(created).not.toMatch(IDENTIFIERS)
  expect(files).not.toMatch(IDENTIFIERS)
})

it('sends and stores the same visit without the header', async () => {
  const { kinds, metadata, webhook, requests, events, queued, sent, created, files } = await visit(
    {},
  )
  expect(kinds).toEqual(['accepted', 'accepted', 'kept', 'accepted'])
  expect(metadata).toMatchObject({ event_id: 'visit-4', client_ip_address: '203.0.113.7' })
  expect(webhook).toBe('accepted')
  expect(requests).toHaveLength(4)
  expect(events).toEqual(['PageView', 'InitiateCheckout', 'Purchase'])
  expect(queued).toEqual(['visit-3'])
  expect(sent).toEqual(['Purchase visit-4'])
  expect(created).toMatch(IDENTIFIERS)
  expect(files).toMatch(IDENTIFIERS)
})

/**
 * Sends the requests of a visitor to a server that honors Global Privacy Control: two events of pages, one during an
 * outage, and a checkout. Then delivers the webhook of the payment.
 */
async function visit(headers: Record<string, string>) {
  const folder = await createFolder()
  const queueFile = join(folder, 'queue', 'events.sqlite')
  const sentFile = join(folder, 'sent-events.sqlite')
  const shop = await createShop(recipe.folder, {
    env: { ...LONG_TIMEOUTS, META_GLOBAL_PRIVACY_CONTROL: 'honor', META_RETRIES: '0' },
    file: sentFile,
  })
  const { config, emulator, fetch: fetchUpstream, outcomes, requests, created } = shop
  const server = await serve({
    port: 0,
    hostname: '127.0.0.1',
    config,
    fetch: fetchUpstream,
    queue: queueFile,
    onOutcome: (outcome) => void outcomes.push(outcome),
    site: (request) =>
      new URL(request.url).pathname === '/checkout'
        ? shop.handleCheckout(request)
        : shop.handleWebhook(request),
  })
  onTestFinished(() => server.close())

  const post = (path: string, body: BodyInit) =>
    fetch(new URL(path, server.url), {
      method: 'POST',
      headers: { ...VISITOR, ...headers },
      body,
      redirect: 'manual',
    })
  const track = (event_name: string, event_id: string) =>
    post(CONVERSION_PATH, JSON.stringify({ event_name, event_id, user_data: { fbp: FBP } }))
  await track('PageView', 'visit-1')
  await track('InitiateCheckout', 'visit-2')
  emulator.setFaults({ status: { status: 503 } })
  await track('Lead', 'visit-3')
  emulator.setFaults({})

  const form = new URLSearchParams({ event_id: 'visit-4', consent: 'yes' })
  expect((await post('/checkout', form)).status).toBe(303)
  const metadata = readMetadata(created.at(-1)!)
  const payment = completed({ metadata })
  const webhook = await fetch(new URL('/stripe-webhook', server.url), await sign(payment))
  return {
    kinds: outcomes.map(({ kind }) => kind),
    metadata,
    webhook: await webhook.text(),
    requests,
    events: emulator.events().map(({ event_name }) => event_name),
    queued: readColumn(queueFile, 'SELECT event FROM events').map(
      (json) => JSON.parse(json).event_id,
    ),
    sent: readColumn(sentFile, 'SELECT key FROM sent_events'),
    created: created.join('\n'),
    // With the write-ahead logs.
    files: globSync(`${folder}/**/*.sqlite*`)
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n'),
  }
}

const FBP = 'fb.1.1795170995788.1093847562'

function readColumn(path: string, query: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare(query).all()
  database.close()
  return rows.map((row) => String(Object.values(row)[0]))
}
