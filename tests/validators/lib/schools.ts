import type { School } from '@conversion-capi/content'
import polaris from 'example-school-site/school'

import { arabic } from './arabic.ts'

export const schools: [name: string, school: School][] = [
  ['the example school', polaris],
  ['an Arabic school', arabic],
]
