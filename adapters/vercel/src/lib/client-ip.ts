/**
 * The visitor's address as Vercel saw it: `x-vercel-forwarded-for`, else `x-real-ip`. Vercel writes both.
 *
 * For `createFunction({ clientIp })`. With another proxy in front of Vercel it would be that
 * proxy's address; leave it out there.
 *
 * @returns `undefined` when there is no such header, which is so outside Vercel.
 */
export function clientIp(request: Request): string | undefined {
  const { headers } = request
  return headers.get('x-vercel-forwarded-for') ?? headers.get('x-real-ip') ?? undefined
}
