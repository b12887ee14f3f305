import type { Server } from 'node:net'

/**
 * The option that makes a Node process listen on 127.0.0.1 only, unless it names another local hostname. Most servers
 * listen on all interfaces by default, so that everyone in the same network could send events.
 *
 * @see https://nodejs.org/api/cli.html#--importmodule
 */
export function listenLocallyOption(): string {
  const script = `import { Server } from 'node:net';(${listenLocally})(Server.prototype)`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}

/** Runs in the other process, so it must not use anything of this file. */
function listenLocally(prototype: Server): void {
  const listen = prototype.listen as (...args: unknown[]) => Server
  prototype.listen = function listenOnLoopback(this: Server, ...args: unknown[]): Server {
    const [first, second] = args
    const isSocketPath = typeof first === 'string' && !(Number(first) >= 0)
    const isObject = typeof first === 'object' && first !== null
    const { host, ...options }: { host?: unknown; port?: unknown } = isObject
      ? first
      : { port: typeof first === 'function' ? 0 : (first ?? 0), host: second }
    const isLocal = typeof host === 'string' && /^(?:localhost|127\.[\d.]+|::1)$/.test(host)
    if (isSocketPath || isLocal || !('port' in options)) return Reflect.apply(listen, this, args)
    const callback = args.findLast((each) => typeof each === 'function')
    return Reflect.apply(listen, this, [{ ...options, host: '127.0.0.1' }, callback])
  }
}
