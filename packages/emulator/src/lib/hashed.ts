/**
 * A SHA-256 in hexadecimal, optionally with the appendix that Meta's parameter builder adds to
 * every hash: one of six two-letter codes, or eight base64url characters. Case matters only there.
 */
export const HASHED: RegExp = /^[a-fA-F0-9]{64}(?:\.(?:AQ|Ag|Aw|BA|BQ|Bg|[\w-]{8}))?$/
