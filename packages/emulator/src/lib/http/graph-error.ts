/**
 * An error in the format of Meta's Graph API.
 *
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export interface GraphError {
  /** The HTTP status. @default 400 */
  status?: number
  message: string
  /** Meta uses the default for most errors, not only for OAuth. @default 'OAuthException' */
  type?: string
  /** @default 100 */
  code?: number
  error_subcode?: number
  is_transient?: boolean
  error_user_title?: string
  error_user_msg?: string
}

/** Why a request is rejected. The response contains it in Meta's format. */
export interface ExplainedError extends Pick<
  GraphError,
  'status' | 'type' | 'code' | 'error_subcode'
> {
  /** The title of errors about an invalid parameter, as Meta's. */
  title?: string
  /** What is wrong, as one sentence without values of the request. */
  problem: string
  fix: string
  /** The sentence of the response. @default the problem and what to change */
  message?: string
}

/** Creates an error for a parameter that is missing or has the wrong type. Meta's subcode is not documented. */
export function typeError(name: string, expected: string): ExplainedError {
  return {
    problem: `${name} is missing or has the wrong type.`,
    fix: `Send ${name} as ${expected}.`,
  }
}

export function toGraphError(error: ExplainedError, index?: number): GraphError {
  const { title, problem, fix, message = `${problem} ${fix}`, ...others } = error
  const prefix = index === undefined ? '' : `data[${index}]: `
  if (title === undefined) return { ...others, message: prefix + message }
  return {
    ...others,
    message: `${prefix}Invalid parameter`,
    is_transient: false,
    error_user_title: title,
    error_user_msg: message,
  }
}

export function graphErrorResponse({
  status = 400,
  message,
  type = 'OAuthException',
  code = 100,
  ...details
}: GraphError): Response {
  const error = { message, type, code, ...details, fbtrace_id: createTraceId() }
  return Response.json({ error }, { status })
}

export function pageErrorResponse(status: number, message: string): Response {
  return graphErrorResponse({ status, message, type: 'GraphMethodException' })
}

/** Creates an `fbtrace_id`: like Meta's, 23 characters that start with `A`. */
export function createTraceId(): string {
  return `A${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 23)
}
