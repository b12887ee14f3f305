export { GET, OPTIONS, POST } from '@conversion-capi/core/route'
