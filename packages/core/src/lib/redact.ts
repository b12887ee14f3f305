/** Takes the access token out of a text that someone will see: Meta can echo it (decision 9). */
export function redact<T extends string | undefined>(text: T, accessToken: string | undefined): T {
  return (accessToken ? text?.replaceAll(accessToken, '[redacted]') : text) as T
}
