/** The headers of an address that answers HTML or Markdown, whichever of both it answers (RFC 9110, 12.5.5). */
export function varyByAccept(headers: Record<string, string>): Record<string, string> {
  const own = headers['Vary']?.split(',').map((name) => name.trim()) ?? []
  if (own.some((name) => /^(?:accept|\*)$/i.test(name))) return headers
  return { ...headers, Vary: [...own, 'Accept'].join(', ') }
}
