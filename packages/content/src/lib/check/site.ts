import type { School } from '../school-schema.ts'
import type { SiteFile } from './site-file.ts'

/** What a file is checked against: the description of the school, and all the other files. */
export interface Site {
  school: School
  files: SiteFile[]
  /** Whether an address is that of a file, a page, the tracker or the endpoint. */
  has(address: string): boolean
  /** Whether a price, an address or a number stands anywhere in the description. */
  knows(fact: string): boolean
}
