import createMiddleware from 'next-intl/middleware'

export default createMiddleware({ locales: ['en', 'pt'], defaultLocale: 'en' })

// Without the endpoint and the page of facts.
export const config = { matcher: '/((?!api|functions|for-llm|paid|_next|_vercel|.*\\..*).*)' }
