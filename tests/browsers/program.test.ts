import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { logOutcome } from '@conversion-capi/core'
import { useChromium } from '@conversion-capi/test-support/use-chromium'
import { runDev } from 'conversion-capi'
import { expect, it, onTestFinished, vi } from 'vitest'

import { copyExample } from '../commands/lib/copy-example.ts'
import { runCommand } from '../commands/lib/run-command.ts'
import { useRecipe } from '../recipes/prepare-recipe.ts'
import { completed, createShop, nowS, readMetadata, SITE } from '../recipes/stripe-shop.ts'

const chromium = useChromium()
const recipe = useRecipe('stripe-webhook')
const WAIT = { timeout: 240_000 }
const FORM = `<form data-track="Lead" data-track-on="submit" method="post" action="/checkout">
  <input name="email" type="email" autocomplete="email" value="anna.berg@mail.example" />
  <input name="consent" type="hidden" value="yes" />
  <input name="event_id" type="hidden" value="order-1" />
  <input name="capi_program" type="hidden" />
  <button id="order">Order</button>
</form></main>`

it('one ID of a program is in the ViewContent, the Lead, the paid Purchase and the sums of the list', async () => {
  const dir = await copyExample()
  const lines: string[] = []
  await change(join(dir, 'school.config.ts'), (code) =>
    code.replace(
      "host: 'node',",
      "host: 'node',\n  tracker: { program: true, sourceField: true },",
    ),
  )
  await change(join(dir, 'public/programs/physics.html'), (html) =>
    html.replace('</main>', FORM).replace('data-content-name="Physics"', ''),
  )
  const site = await runDev({ dir, port: 0 })
  onTestFinished(() => site.close())
  const shop = await createShop(recipe.folder, {
    emulator: site.emulator,
    log: logOutcome({ everyEvent: true, write: (line) => lines.push(line) }),
  })
  const page = await chromium.browser.newPage()
  await page.route('**/checkout', async (route) => {
    const request = new Request(`${SITE}/checkout`, {
      method: 'POST',
      headers: await route.request().allHeaders(),
      body: route.request().postData(),
    })
    await shop.handleCheckout(request)
    await route.fulfill({ body: 'Paid' })
  })
  const sent = (name: string) =>
    site.emulator.events().filter(({ event_name }) => event_name === name)

  await page.goto(`${site.url}programs/physics.html`)
  await vi.waitUntil(() => sent('ViewContent').length === 2, WAIT)
  await page.click('#order')
  await vi.waitUntil(() => shop.created.length === 1 && sent('Lead').length === 2, WAIT)
  const session = completed({ metadata: readMetadata(shop.created[0]!), amount_total: 26_400 })
  expect(await shop.deliver(session)).toEqual({ status: 200, text: 'accepted' })

  const program = { content_ids: ['physics'], content_type: 'product' }
  const paid = { value: 264, currency: 'EUR' }
  for (const name of ['ViewContent', 'Lead']) {
    const [one, other] = sent(name)
    expect(one!.event_id).toBe(other!.event_id)
    const data = { ...program, ...paid, content_name: 'Physics' }
    // The pixel writes its data into a URL.
    const written = { ...data, content_ids: '["physics"]', value: '264' }
    expect([one, other].map((each) => each!.custom_data)).toEqual(
      one!.source === 'server' ? [data, written] : [written, data],
    )
  }
  expect(sent('Purchase')).toMatchObject([
    { event_id: 'order-1', custom_data: { ...program, ...paid } },
  ])
  await page.close()

  const log = join(dir, 'host.log')
  await writeFile(log, lines.join('\n'))
  const list = join(dir, 'paid.csv')
  await writeFile(
    list,
    `event_name,event_id,event_time,custom_data.content_ids,custom_data.value,custom_data.currency
Purchase,order-1,${nowS},physics,264,EUR
Purchase,order-2,${nowS},physics,264,EUR
`,
  )
  const env = { META_PIXEL_ID: '1234567890', META_ACCESS_TOKEN: 'token' }
  const { stdout } = await runCommand(['reconcile', list, `--logs=${log}`], env)
  expect(stdout).toContain('By program:\n  physics: 1 of 2 sent, 264 EUR')
})

async function change(file: string, edit: (code: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')))
}
