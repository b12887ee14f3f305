import type { RequestHandler } from '@sveltejs/kit'

import { paid } from '../../../../shared/paid.ts'

export const POST: RequestHandler = ({ request }) => paid(request)
