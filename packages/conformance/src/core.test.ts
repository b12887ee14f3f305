import { createHandler, readConfig } from '@conversion-capi/core'

import { describeConformance } from './index.ts'

describeConformance('core', (env) => ({ handle: createHandler({ config: readConfig(env) }) }))
