import type { School } from '@conversion-capi/content'
import polaris from 'example-school-site/school'

import { arabic } from '../schools/arabic.ts'
import { chinese } from '../schools/chinese.ts'
import { cyrillic } from '../schools/cyrillic.ts'
import { large } from '../schools/large.ts'
import { minimal } from '../schools/minimal.ts'

/** The validated schools, with their names in test titles. */
export const schools: [name: string, school: School][] = [
  ['the example school', polaris],
  ['a Cyrillic school', cyrillic],
  ['an Arabic school', arabic],
  ['a Chinese school', chinese],
  ['a school of which little is known', minimal],
  ['a school of 60,000 pages', large],
]
