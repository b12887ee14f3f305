import { index, route } from '@react-router/dev/routes'

export default [
  index('home.tsx'),
  route('second', 'second.tsx'),
  route('paid', 'paid.ts'),
  { path: 'functions/v1/conversion-capi', file: 'conversion-capi.ts' },
  { path: '.well-known/api-catalog', file: 'api-catalog.ts' },
]
