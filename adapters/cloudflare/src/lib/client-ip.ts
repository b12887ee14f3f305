/**
 * The visitor's address as Cloudflare saw it: `CF-Connecting-IP`, which Cloudflare writes itself.
 *
 * For `createWorker({ clientIp })`. By default `X-Forwarded-For` comes first (specification
 * 2.2), and Cloudflare keeps what a visitor wrote there.
 *
 * @returns `undefined` when there is no such header, which is so outside Cloudflare.
 */
export function clientIp(request: Request): string | undefined {
  return request.headers.get('CF-Connecting-IP') ?? undefined
}
