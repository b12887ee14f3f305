/** Takes the access token out of a text that someone will see: Meta can echo it (decision 9). */
export function redact(text: string, accessToken: string | undefined): string {
  return accessToken ? text.replaceAll(accessToken, '[redacted]') : text
}
