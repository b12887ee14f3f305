import { CONVERSION_PATH } from '@conversion-capi/core/protocol'

import { absolute } from './absolute.ts'
import type { School } from './school-schema.ts'

/** The address of the conversion proxy, as it stands in every file. */
export function endpointOf(school: Pick<School, 'url' | 'endpoint'>): string {
  return school.endpoint ?? absolute(school, CONVERSION_PATH)
}
