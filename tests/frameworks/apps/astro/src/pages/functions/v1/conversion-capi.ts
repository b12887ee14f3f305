import type { APIRoute } from 'astro'

import { handle } from '../../../../../shared/conversions.ts'

export const prerender = false
export const ALL: APIRoute = ({ request }) => handle(request)
