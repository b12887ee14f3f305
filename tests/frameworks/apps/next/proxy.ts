import { type NextRequest, NextResponse } from 'next/server'
import createMiddleware from 'next-intl/middleware'

import { content } from '../shared/conversions.ts'

const intl = createMiddleware({ locales: ['en', 'pt'], defaultLocale: 'en' })

export default async function proxy(request: NextRequest): Promise<Response> {
  const file = await content(request)
  if (file.status !== 404) return file
  return request.nextUrl.pathname.includes('.') ? NextResponse.next() : intl(request)
}

export const config = { matcher: '/((?!api|functions|paid|_next|_vercel).*)' }
