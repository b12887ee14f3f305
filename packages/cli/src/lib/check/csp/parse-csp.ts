export type Policy = Map<string, string[]>

/** @see https://www.w3.org/TR/CSP3/#parse-serialized-policy */
export function parseCsp(text: string): Policy[] {
  return text
    .split(',')
    .map((policy) => {
      const directives: Policy = new Map()
      for (const directive of policy.split(';')) {
        const [name, ...sources] = directive.trim().split(/\s+/)
        const key = name!.toLowerCase()
        // The first directive of a name counts.
        if (key && !directives.has(key)) directives.set(key, sources)
      }
      return directives
    })
    .filter((policy) => policy.size > 0)
}

const DIRECTIVES = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  image: ['img-src', 'default-src'],
} as const

export interface Load {
  kind: keyof typeof DIRECTIVES
  url: URL
  nonce?: string | undefined
}

/** @see https://www.w3.org/TR/CSP3/#match-url-to-source-list */
export function findBlockingDirective(
  policy: Policy,
  { kind, url, nonce }: Load,
  origin: string,
): string | undefined {
  const name = DIRECTIVES[kind].find((each) => policy.has(each))
  if (name === undefined) return undefined
  const sources = policy.get(name)!
  if (kind === 'script') {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return undefined
    // Then only nonces and hashes count.
    if (sources.some((source) => /^'strict-dynamic'$/i.test(source))) return name
  }
  return sources.some((source) => matches(source, url, origin)) ? undefined : name
}

function matches(source: string, url: URL, origin: string): boolean {
  const text = source.toLowerCase()
  const page = new URL(origin)
  const isSecure = url.protocol === 'https:'
  // A policy that allows http also allows https.
  const isScheme = (scheme: string): boolean =>
    url.protocol === scheme || (scheme === 'http:' && isSecure)
  if (text === '*') return /^(?:https?|wss?):$/.test(url.protocol)
  if (text === "'self'") return url.origin === origin || (url.host === page.host && isSecure)
  if (/^[a-z][a-z\d+.-]*:$/.test(text)) return isScheme(text)
  const parts = /^(?:([a-z][a-z\d+.-]*:)\/\/)?([^/:?#'"]+)(?::(\d+|\*))?(\/[^?#]*)?$/i.exec(source)
  if (!parts) return false
  const [, scheme = page.protocol, name, port, path = '/'] = parts
  const host = name!.toLowerCase()
  const isHost = host.startsWith('*.')
    ? url.hostname.endsWith(host.slice(1))
    : url.hostname === host
  const defaultPort = isSecure ? '443' : '80'
  const isPort = port === '*' || (port ?? defaultPort) === (url.port || defaultPort)
  const isPath = path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path
  return isScheme(scheme.toLowerCase()) && isHost && isPort && isPath
}
