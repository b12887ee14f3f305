/**
 * A whole address in the one spelling that every reader leaves as it is.
 *
 * Beyond what the URL standard encodes, these are: parentheses, at which readers of Markdown end an address, and
 * the signs that Markdown encodes when it becomes HTML. Otherwise one page would have several addresses.
 */
export function toAddress(url: string): string {
  const { href, origin } = new URL(url)
  return origin + href.slice(origin.length).replace(UNSAFE, encode)
}

const UNSAFE = /[()[\]\\^`{|}]|%(?![\dA-Fa-f]{2})/g

function encode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
}
