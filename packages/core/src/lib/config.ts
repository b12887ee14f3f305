import type { NationalPhone } from './to-international.ts'

/** What the platform side needs to know; in the environment each field has a `META_…` name. */
export interface Config {
  /** The pixel (data set) that receives the events. `META_PIXEL_ID` */
  pixelId: string
  /** Its Conversions API access token; it leaves the server only in the body sent to Meta. `META_ACCESS_TOKEN` */
  accessToken: string
  /** Where the Graph API is. `META_GRAPH_URL`, default `https://graph.facebook.com` */
  graphUrl?: string
  /** Its version (specification 9). `META_GRAPH_VERSION`, default `v18.0` */
  graphVersion?: string
  /** The limit of one attempt, in milliseconds. `META_TIMEOUT_MS`, default 1,500 (Meta's advice) */
  timeoutMs?: number
  /** The limit of all attempts together, in milliseconds. `META_DEADLINE_MS`, default 4,500 */
  deadlineMs?: number
  /** How many times a transient failure is tried again. `META_RETRIES`, default 2 */
  retries?: number
  /** The pause before the first retry, in milliseconds, doubled each time and jittered. `META_RETRY_DELAY_MS`, default 100 */
  retryDelayMs?: number
  /** The largest request body, in bytes. `META_MAX_BODY_BYTES`, default 262,144 */
  maxBodyBytes?: number
  /** How long a request body may take to arrive, in milliseconds. `META_BODY_TIMEOUT_MS`, default 5,000 */
  bodyTimeoutMs?: number
  /**
   * The only origins that may send events: exact ones such as `https://school.example`, and
   * `*.school.example` for every https subdomain. Anybody else is answered 403. `META_ALLOWED_ORIGINS`,
   * separated by commas; default: every origin (specification 4.1)
   */
  allowedOrigins?: string[]
  /**
   * Marks every event for Meta's limited data use, for visitors of this country and state; 0 lets Meta
   * find out from the address. `META_LIMITED_DATA_USE`, such as `0:0` or `1:1000`; default: off
   */
  limitedDataUse?: { country: number; state: number }
  /**
   * How phones are dialled inside the school's country; see {@link NationalPhone}. Give the tracker the
   * same. `META_NATIONAL_PHONE`, such as `7:8`; default: none
   */
  nationalPhone?: NationalPhone
}
