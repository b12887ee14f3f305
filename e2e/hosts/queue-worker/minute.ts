import { createWorker } from '@conversion-capi/cloudflare'

export default createWorker({ queue: 'CONVERSIONS' })
