import type { School } from './school-schema.ts'
import { toAddress } from './to-address.ts'

/** The address of a path of the school's site, as it stands in every file. */
export function absolute(school: Pick<School, 'url'>, path: string): string {
  return toAddress(school.url + path)
}
