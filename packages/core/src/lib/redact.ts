/**
 * Takes the access token out of a text that someone will see: Meta can echo it (decision 9), and in what is
 * no JSON object it may still be escaped as JSON.
 */
export function redact<T extends string | undefined>(text: T, accessToken: string | undefined): T {
  return (accessToken ? text?.replace(inAnyForm(accessToken), '[redacted]') : text) as T
}

/** Each character may be written as it is, after a backslash, or as `\u` and its code. */
function inAnyForm(token: string): RegExp {
  const forms = token.split('').map((unit) => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `(?:\\\\?\\u${code}|\\\\u${code})`
  })
  return new RegExp(forms.join(''), 'gi')
}
