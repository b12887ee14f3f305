/** Writes every file of the example school, many times over, and prints how long each time took. */
import { renderResources } from '@conversion-capi/content'

import school from '../../../examples/school-site/school.config.ts'

const times = Array.from({ length: 101 }, () => {
  const start = performance.now()
  renderResources(school)
  return performance.now() - start
})
console.log(JSON.stringify(times))
