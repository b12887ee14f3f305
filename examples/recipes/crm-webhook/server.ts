import { readFileSync } from 'node:fs'

import { createRedelivery, createSender, logOutcome, readConfig } from '@conversion-capi/core'
import { serve } from '@conversion-capi/node'

import { createCrm } from './crm.ts'
import { openOutbox } from './outbox.ts'

const { env } = process
const config = readConfig(env)
const onOutcome = logOutcome()
const redeliver = createRedelivery(createSender({ config, onOutcome }), { onOutcome })
const outbox = openOutbox(env.CRM_OUTBOX ?? 'crm-outbox.sqlite', redeliver)
const handleCrm = createCrm({
  add: outbox.add,
  secrets: {
    signed: env.CRM_SIGNING_SECRET,
    token: env.CRM_TOKEN,
    amocrm: env.AMOCRM_SECRET,
  },
  whatsApp: { secret: env.WHATSAPP_APP_SECRET, verifyToken: env.WHATSAPP_VERIFY_TOKEN },
  addClick: outbox.addClick,
  findClick: outbox.findClick,
  nationalPhone: config.ok ? config.value.nationalPhone : undefined,
})
if (config.ok && !config.value.nationalPhone) {
  console.warn('META_NATIONAL_PHONE is not set: phones without a country code are hashed as typed.')
}
const formScript = readFileSync(new URL('crm-form.js', import.meta.url))

await serve({
  onOutcome,
  site: (request) => {
    if (new URL(request.url).pathname !== '/crm-form.js') return handleCrm(request)
    return new Response(formScript, { headers: { 'Content-Type': 'text/javascript' } })
  },
})
void deliver()

async function deliver(): Promise<void> {
  await outbox.deliver().catch((error) => console.error(`The outbox cannot be used. ${error}`))
  setTimeout(deliver, 1000).unref()
}
