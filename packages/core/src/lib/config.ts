import { GRAPH_VERSION, MAX_BODY_BYTES } from '../protocol.ts'
import type { NationalPhone } from './to-international.ts'

/** Configuration of the proxy. `readConfig` reads each field from the environment variable named here. */
export interface Config {
  /** ID of the pixel (dataset) that receives the events. Environment variable: `META_PIXEL_ID`. */
  pixelId: string
  /**
   * Conversions API access token of the pixel. Sent only in the body of upstream requests. Environment variable:
   * `META_ACCESS_TOKEN`.
   */
  accessToken: string
  /**
   * Base URL of the Graph API.
   * Environment variable: `META_GRAPH_URL`.
   *
   * @default 'https://graph.facebook.com'
   */
  graphUrl?: string
  /**
   * Version of the Graph API (specification 9).
   * Environment variable: `META_GRAPH_VERSION`.
   *
   * @default 'v18.0'
   */
  graphVersion?: string
  /**
   * Time limit of one attempt in milliseconds. The default is Meta's advice.
   * Environment variable: `META_TIMEOUT_MS`.
   *
   * @default 1500
   */
  timeoutMs?: number
  /**
   * Time limit of all attempts together in milliseconds.
   * Environment variable: `META_DEADLINE_MS`.
   *
   * @default 4500
   */
  deadlineMs?: number
  /**
   * Maximum number of retries after a transient failure.
   * Environment variable: `META_RETRIES`.
   *
   * @default 2
   */
  retries?: number
  /**
   * Maximum delay before the first retry in milliseconds. Doubled for each further retry, then reduced by a
   * random share of up to one half. Environment variable: `META_RETRY_DELAY_MS`.
   *
   * @default 100
   */
  retryDelayMs?: number
  /**
   * Maximum size of a request body in bytes.
   * Environment variable: `META_MAX_BODY_BYTES`.
   *
   * @default 262144
   */
  maxBodyBytes?: number
  /**
   * Time limit for receiving a request body in milliseconds.
   * Environment variable: `META_BODY_TIMEOUT_MS`.
   *
   * @default 5000
   */
  bodyTimeoutMs?: number
  /**
   * Origins that may send events: exact origins such as `https://school.example`, and `*.school.example` for
   * every https subdomain. Requests from other origins are rejected with 403. Environment variable:
   * `META_ALLOWED_ORIGINS`.
   *
   * @default every origin (specification 4.1)
   */
  allowedOrigins?: string[]
  /**
   * Marks every event that the server sends for Meta's limited data use with a country code and a state code; if a
   * code is 0, Meta derives it from the visitor's IP. The pixel needs a call of its own, `fbq('dataProcessingOptions',
   * …)`. Environment variable: `META_LIMITED_DATA_USE`.
   *
   * @default off
   * @see https://developers.facebook.com/docs/marketing-apis/data-processing-options
   */
  limitedDataUse?: {
    /** 1 for the United States, or 0. */
    country: number
    /** Meta's code of the state, for example 1000 for California, or 0. */
    state: number
  }
  /**
   * Country code, and trunk prefix if the country has one, for converting national phone numbers before hashing.
   * Set the same value in the tracker. Environment variable: `META_NATIONAL_PHONE`.
   *
   * @default off
   */
  nationalPhone?: NationalPhone
  /**
   * Label of the school in every outcome, if one deployment serves several schools. Environment variable:
   * `META_SCHOOL`.
   *
   * @default none
   */
  school?: string
  /**
   * Forwards the events of preview deployments to the real Graph API too. Environment variable:
   * `META_FORWARD_PREVIEWS`.
   *
   * @default false: a preview deployment responds "Server not configured"
   */
  forwardPreviews?: boolean
}

/** Default values of {@link Config}. Optional fields that are not listed are off by default. */
export const DEFAULTS: Readonly<
  Required<
    Omit<
      Config,
      | 'pixelId'
      | 'accessToken'
      | 'allowedOrigins'
      | 'limitedDataUse'
      | 'nationalPhone'
      | 'school'
      | 'forwardPreviews'
    >
  >
> = {
  graphUrl: 'https://graph.facebook.com',
  graphVersion: GRAPH_VERSION,
  timeoutMs: 1500,
  deadlineMs: 4500,
  retries: 2,
  retryDelayMs: 100,
  maxBodyBytes: MAX_BODY_BYTES,
  bodyTimeoutMs: 5000,
}

/** A configuration with the default values of the fields that it does not set. */
export type ResolvedConfig = Config & typeof DEFAULTS
