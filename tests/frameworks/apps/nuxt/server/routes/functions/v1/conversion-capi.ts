import { handle } from '../../../../../shared/conversions.ts'

export default defineEventHandler((event) => handle(toWebRequest(event)))
