import { findBin } from './find-bin.ts'

/** Returns the arguments of Node for `wrangler dev` on a port, with the variables of the Worker. */
export function wrangler(port: string, env: Record<string, string>, ...flags: string[]): string[] {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const listen = ['--ip', '127.0.0.1', '--port', port, '--inspector-port', '0']
  return [findBin('wrangler'), 'dev', ...flags, ...listen, ...variables]
}
