/**
 * What the platform's headers say of the version it was called at.
 *
 * @param headers The platform's answer.
 * @param graphVersion The version that was asked for, such as `v18.0`.
 * @returns Meta's own warning, or that another version answered; `undefined` when all is well.
 */
export function deprecation(headers: Headers, graphVersion: string): string | undefined {
  const warning = headers.get('X-Ad-Api-Version-Warning')
  if (warning) return warning
  const answeredBy = headers.get('Facebook-Api-Version')
  if (answeredBy && answeredBy !== graphVersion) {
    return `The platform answered ${graphVersion} as ${answeredBy}: set META_GRAPH_VERSION`
  }
}
