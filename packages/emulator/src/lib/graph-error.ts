/**
 * An error in the format of Meta's Graph API.
 *
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export interface GraphError {
  /**
   * The HTTP status.
   *
   * @default 400
   */
  status?: number
  message: string
  /**
   * Meta uses the default for most errors, not only for OAuth.
   *
   * @default 'OAuthException'
   */
  type?: string
  code: number
  error_subcode?: number
  is_transient?: boolean
  error_user_title?: string
  error_user_msg?: string
}

/** An error with an explanation for the live page. The response does not contain the explanation. */
export interface ExplainedError extends GraphError {
  /** What is wrong, as one sentence without values of the request. */
  problem: string
  /** What to change. */
  fix: string
}

/** The explanation of an error. */
export type Explanation = Pick<ExplainedError, 'problem' | 'fix'>

/** Creates an error for an invalid value, in Meta's format. */
export function parameterError(
  title: string,
  message: string,
  explanation: Explanation,
  error_subcode?: number,
): ExplainedError {
  return {
    message: 'Invalid parameter',
    code: 100,
    ...(error_subcode !== undefined && { error_subcode }),
    is_transient: false,
    error_user_title: title,
    error_user_msg: message,
    ...explanation,
  }
}

/** Creates an error for a parameter that is missing or has the wrong type. Meta's subcode is not documented. */
export function typeError(name: string, expected: string): ExplainedError {
  return {
    message: `Invalid parameter: ${name} must be ${expected}.`,
    code: 100,
    problem: `${name} is missing or has the wrong type.`,
    fix: `Send ${name} as ${expected}.`,
  }
}

/** Creates the response for an error, without its explanation. */
export function graphErrorResponse(error: GraphError | ExplainedError): Response {
  const {
    status = 400,
    message,
    type = 'OAuthException',
    problem: _problem,
    fix: _fix,
    ...details
  } = { problem: '', fix: '', ...error }
  return Response.json(
    { error: { message, type, ...details, fbtrace_id: createTraceId() } },
    { status },
  )
}

/** Creates an `fbtrace_id`: like Meta's, 23 characters that start with `A`. */
export function createTraceId(): string {
  return `A${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 23)
}
