export { ALL } from '@conversion-capi/core/route'

export const prerender = false
