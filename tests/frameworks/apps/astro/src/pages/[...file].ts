import type { APIRoute } from 'astro'

import { content } from '../../../shared/conversions.ts'

export const prerender = false
export const GET: APIRoute = ({ request }) => content(request)
