/**
 * Returns the response of `site` if it can be sent.
 *
 * @throws {UnusableResponseError} Otherwise. srvx would respond with an empty 500, or cut off the connection.
 */
export function checkResponse(response: Response): Response {
  // Not instanceof: undici's Response is not the global one.
  if (typeof response?.headers?.get !== 'function') {
    const type = response === null ? 'null' : typeof response
    throw new UnusableResponseError(`returned a value of type ${type}. Return a Response.`)
  }
  if (response.bodyUsed || response.body?.locked) {
    throw new UnusableResponseError(
      'returned a Response whose body was already read. Return a new Response, or a clone.',
    )
  }
  if (response.type === 'error') {
    throw new UnusableResponseError('returned Response.error(). Return a Response with a status.')
  }
  return response
}

/** Its message contains no data of a visitor, so it can be logged. */
export class UnusableResponseError extends TypeError {
  constructor(problem: string) {
    super(`Option "site" ${problem}`)
  }
}
