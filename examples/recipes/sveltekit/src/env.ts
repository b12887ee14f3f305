import { ENV_NAMES } from '@conversion-capi/core/environment'
import { defineEnvVars } from '@sveltejs/kit/env'

// The proxy itself checks the values, and says which one is missing.
const optional = { schema: (value: string | undefined) => value }

export const variables = defineEnvVars(
  Object.fromEntries([...ENV_NAMES, 'VERCEL_ENV'].map((name) => [name, optional])),
)
