/** A route of Vercel, as it stands in `vercel.json` and in the Build Output API. */
export interface VercelRoute {
  /** A regular expression for the whole path. */
  src: string
  has?: VercelCondition[]
  missing?: VercelCondition[]
  headers?: Record<string, string>
  dest?: string
  status?: number
  /** Go on with the routes below, with `dest` for a path. */
  continue?: boolean
}

/** A condition on a header of the request. */
export interface VercelCondition {
  type: 'header'
  key: string
  /** A regular expression for the whole value. */
  value: string
}
