import { createFunction } from '@conversion-capi/vercel'

export default createFunction()
