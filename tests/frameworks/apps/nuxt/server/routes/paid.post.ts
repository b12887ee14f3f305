import { paid } from '../../../shared/paid.ts'

export default defineEventHandler((event) => paid(toWebRequest(event)))
