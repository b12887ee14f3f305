import { createFunction } from '@conversion-capi/netlify'

export default createFunction()
export const config = { path: '/functions/v1/conversion-capi' }
