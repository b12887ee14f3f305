import { conversionQueue, createWorker } from '@conversion-capi/cloudflare'

export default createWorker({ queue: conversionQueue('CONVERSIONS') })
