export { GET } from 'conversion-capi/files'

export const prerender = false
