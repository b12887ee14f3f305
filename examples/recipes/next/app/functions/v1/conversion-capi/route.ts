import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'

const handle = createHandler({ config: readConfig(process.env), onOutcome: logOutcome() })

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
