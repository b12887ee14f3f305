import type { RequestHandler } from '@sveltejs/kit'

import { handle } from '../../../../../../shared/conversions.ts'

export const fallback: RequestHandler = ({ request }) => handle(request)
