/**
 * Describes the error codes of the Graph API that an operator can act on, by code and subcode or by code.
 *
 * @param code `error.code` of the upstream response.
 * @param subcode `error.error_subcode` of the upstream response.
 * @returns A sentence, or `undefined` for other codes.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export function describeErrorCode(
  code: number | undefined,
  subcode: number | undefined,
): string | undefined {
  return ERROR_CODES[`${code}/${subcode}`] ?? ERROR_CODES[code!]
}

/** The descriptions, by code or by code and subcode: `100/33`. */
const ERROR_CODES: Record<string, string> = {
  4: 'Too many requests.',
  10: 'The access token lacks a permission.',
  '100/33': 'The access token has no access to a pixel with this ID.',
  '100/2804003': 'The event is older than 7 days.',
  190: 'The access token is invalid or expired.',
  200: 'The access token lacks a permission.',
  613: 'Too many requests.',
  2635: 'The Graph API version is not supported. Set META_GRAPH_VERSION.',
}
