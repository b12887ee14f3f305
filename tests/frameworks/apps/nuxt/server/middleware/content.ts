import { content } from '../../../shared/conversions.ts'

export default defineEventHandler(async (event) => {
  const file = await content(toWebRequest(event))
  return file.status === 404 ? undefined : file
})
