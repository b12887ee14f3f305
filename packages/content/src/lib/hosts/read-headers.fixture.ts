/** Reads a `_headers` file as Netlify and Cloudflare do: a line that begins with a slash is a path. */
export function readHeaders(text: string): Record<string, Record<string, string>> {
  const rules: Record<string, Record<string, string>> = {}
  let headers: Record<string, string> = {}
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('/')) headers = rules[line] = {}
    else {
      const [name, ...value] = line.split(':')
      headers[name!.trim()] = value.join(':').trim()
    }
  }
  return rules
}
