export { GET } from 'conversion-capi/files'
