export { action, loader } from '@conversion-capi/core/route'
