import { createHandler, readConfig } from '@conversion-capi/core'

import { describeConformance } from './index.ts'

describeConformance('core', (env) => ({ handle: createHandler({ config: readConfig(env) }) }))

describeConformance('core with a config function', (env) => {
  const config = readConfig(env)
  return { handle: createHandler({ config: async () => config }) }
})
