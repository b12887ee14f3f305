import { createSender, logOutcome, readConfig } from '@conversion-capi/core'

const send = createSender({ config: readConfig(process.env), onOutcome: logOutcome() })

/** The webhook of a payment service. A real one verifies the signature first. */
export async function paid(request: Request): Promise<Response> {
  const { id, email, value } = (await request.json()) as Record<'id' | 'email' | 'value', string>
  const { kind } = await send({
    event_name: 'Purchase',
    event_id: id,
    event_time: Math.floor(Date.now() / 1000),
    user_data: { em: email },
    custom_data: { value: Number(value), currency: 'EUR' },
  })
  return new Response(kind)
}
