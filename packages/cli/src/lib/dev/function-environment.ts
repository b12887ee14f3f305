import type { Host } from '../hosts/hosts.ts'
import { CommandError } from '../output/errors.ts'

/** What a runtime needs to start, to find its cache and to reach a package registry. */
const NEEDED = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TZ TERM NO_COLOR CI TMPDIR TMP TEMP',
    'XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR',
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR',
    'NPM_CONFIG_REGISTRY DENO_DIR DENO_CERT DENO_TLS_CA_STORE DENO_INSTALL VOLTA_HOME ASDF_DIR',
    // Windows.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH APPDATA',
    'LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROCESSOR_ARCHITECTURE',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Returns the variables of this process that the function gets. Others, such as secrets of other programs, stay here.
 *
 * @param names The names of further variables that the function reads.
 * @param host The host whose runtime gets them.
 * @throws {CommandError} If one of them is not set or cannot be passed.
 */
export function functionEnvironment(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  host: Host,
): NodeJS.ProcessEnv {
  if (host === 'cloudflare' && names.length > 0) {
    throw new CommandError(
      'Workers read no variables of the shell. Set them as vars in wrangler.jsonc, and remove --env.',
    )
  }
  for (const name of names) {
    if (/^(?:META_|PORT$|NODE_OPTIONS$)/.test(name)) {
      throw new CommandError(`${name} cannot be passed to the function. Remove it from --env.`)
    }
    if (env[name] === undefined) {
      throw new CommandError(`${name} is not set. Set it, or remove it from --env.`)
    }
  }
  // On Windows, the case of names varies.
  const isPassed = (name: string): boolean => NEEDED.has(name.toUpperCase()) || names.includes(name)
  return Object.fromEntries(Object.entries(env).filter(([name]) => isPassed(name)))
}
