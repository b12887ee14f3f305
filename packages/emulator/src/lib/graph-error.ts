import { createTraceId } from './create-trace-id.ts'

/**
 * A refusal in the words of Meta's Graph API.
 *
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
export interface GraphError {
  /** The HTTP status; 400 unless said otherwise. */
  status?: number
  message: string
  /** `OAuthException` unless said otherwise: Meta uses it far beyond OAuth. */
  type?: string
  code: number
  error_subcode?: number
  is_transient?: boolean
  error_user_title?: string
  error_user_msg?: string
}

/** Answers with an error in Meta's shape. */
export function graphError(error: GraphError): Response {
  const { status = 400, message, type = 'OAuthException', ...details } = error
  return Response.json(
    { error: { message, type, ...details, fbtrace_id: createTraceId() } },
    { status },
  )
}
