import type { APIRoute } from 'astro'

import { paid } from '../../../shared/paid.ts'

export const prerender = false
export const POST: APIRoute = ({ request }) => paid(request)
