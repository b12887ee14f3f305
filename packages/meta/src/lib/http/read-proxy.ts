/** The proxies of an environment, in the names that Node and undici take. */
export interface ProxySettings {
  httpProxy?: string
  httpsProxy?: string
  noProxy: string
  /** The variables that name them. Their values can contain a password. */
  names: string
}

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in capital or small letters. This machine is never reached through
 * a proxy. Returns `undefined` if no variable names a proxy.
 */
export function readProxy(env: Record<string, string | undefined>): ProxySettings | undefined {
  const find = (name: string) => [name.toLowerCase(), name].find((each) => env[each])
  const names = [find('HTTPS_PROXY'), find('HTTP_PROXY')]
  const [httpsProxy, httpProxy] = names.map((name) => {
    const value = name && env[name]!.trim()
    const url = value && (/^\w+:\/\//.test(value) ? value : `http://${value}`)
    return url && URL.canParse(url) ? url : undefined
  })
  const found = names.filter((name) => name !== undefined)
  if (found.length === 0) return undefined
  const noProxy = env[find('NO_PROXY') ?? '']?.trim()
  return {
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    noProxy: noProxy === '*' ? noProxy : `${noProxy ?? ''},localhost,127.0.0.1,[::1]`,
    names: found.join(' or '),
  }
}
