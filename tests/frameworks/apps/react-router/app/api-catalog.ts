export { loader } from 'conversion-capi/files'
