import type { RequestHandler } from '@sveltejs/kit'

import { content } from '../../../../shared/conversions.ts'

export const trailingSlash = 'ignore'
export const GET: RequestHandler = ({ request }) => content(request)
