export { fallback } from '@conversion-capi/core/route'
