import { type Client, CommandError, request } from '@conversion-capi/meta/terminal'

/**
 * Requests the first page of a site.
 *
 * @param configured The URL of the site in `school.config.ts`.
 * @throws {CommandError} If it does not respond, or redirects to another origin or to itself.
 */
export async function connect(client: Client, origin: string, configured?: string): Promise<void> {
  const target = await findRedirect(client, origin)
  if (!target) return
  if (target.origin !== origin) {
    const fix =
      origin === configured
        ? `If the school has moved, write url: '${target.origin}' in school.config.ts, build and deploy.`
        : 'Write the origin that visitors end at.'
    throw new CommandError(`${origin} redirects to ${target.origin}. ${fix}`)
  }
  if (target.pathname === '/' && target.search === '') {
    throw new CommandError(
      `${origin} redirects to itself, so visitors see an error. Correct the redirects of the host.`,
    )
  }
}

/** Returns the URL that the first page redirects to. @throws {CommandError} If there is no response. */
export async function findRedirect(client: Client, origin: string): Promise<URL | undefined> {
  const response = await request(client, `${origin}/`)
  if (response.reason !== undefined) {
    throw new CommandError(
      `${origin} cannot be reached: ${response.reason}. Check the origin and your connection.`,
    )
  }
  const location = response.headers.get('Location') ?? ''
  const isRedirect = response.status >= 300 && response.status < 400
  return isRedirect && URL.canParse(location, origin) ? new URL(location, origin) : undefined
}
