import { handle } from '@conversion-capi/core/route'

export default defineEventHandler((event) => handle(toWebRequest(event)))
