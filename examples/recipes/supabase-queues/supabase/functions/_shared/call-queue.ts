/**
 * Calls a function of the queue `conversions` over HTTP.
 *
 * @param name `send`, `read` or `delete` in the schema `pgmq_public`.
 * @param args Its arguments, except `queue_name`.
 * @throws {Error} If the response is an error.
 * @see https://supabase.com/docs/guides/queues/api
 */
export async function callQueue(name: string, args: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}').default,
      'Content-Profile': 'pgmq_public',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ queue_name: 'conversions', ...args }),
  })
  if (!response.ok) throw new Error(`The queue responded with status ${response.status}.`)
  return response.json()
}
