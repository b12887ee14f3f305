/** Something that has to hold in every engine. Add it to a list in `cases`; `cases.ts` joins the lists. */
export interface Case {
  /** What is observed, as a test's name. */
  name: string
  /** How many visits it takes to believe it. Default 1. */
  times?: number
  /**
   * Where the pages are. `localhost`, the default, is a secure context in every engine; `school.example`
   * is plain http.
   */
  host?: 'localhost' | 'school.example'
  /** Whether the tracker posts to the pages' origin, the default, or to another site. */
  endpoint?: 'same origin' | 'cross origin'
  /** How long the proxy takes to answer, in milliseconds. Default 0. */
  latency?: { preflight?: number; post?: number }
  /**
   * The pages' HTML. The engine opens the first, and its script has to go on: to `1`, the second page, and
   * in the end to `rest`. `polaris.js` is the tracker, `ENDPOINT` is where it posts, `report(value)` adds
   * to the visit's `reports`. A visit begins with an empty `localStorage`; cookies stay.
   */
  pages: string[]
  /** Fails, by vitest's `expect`, until the server has seen what it has to see, and when it sees more. */
  verify(visit: Visit): void
}

/** What the server saw of one visit to a case's pages. */
export interface Visit {
  case: Case
  /** The bodies of what was posted to the proxy, each of them complete, as they arrived. */
  posts: string[]
  /** How many preflights came before them. */
  preflights: number
  /** What the pages reported. */
  reports: unknown[]
  /** The pages' uncaught errors and unhandled rejections. */
  errors: string[]
}
