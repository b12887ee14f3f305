/** Renders every file of the example school 101 times and prints the milliseconds of each. */
import { renderResources } from '@conversion-capi/content'

import school from '../../../examples/school-site/school.config.ts'

const times = Array.from({ length: 101 }, () => {
  const start = performance.now()
  renderResources(school)
  return performance.now() - start
})
console.log(JSON.stringify(times))
