import { index, route } from '@react-router/dev/routes'

export default [
  index('home.tsx'),
  route('second', 'second.tsx'),
  route('functions/v1/conversion-capi', 'conversion-capi.ts'),
  route('paid', 'paid.ts'),
  route('.well-known/api-catalog', 'api-catalog.ts'),
]
