import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Meta's own library for browsers, a script that sets `clientParamBuilder`. Its licence is why none of it is
 * in this repository.
 */
export const CLIENT_LIBRARY: string = readFileSync(
  fileURLToPath(import.meta.resolve('meta-capi-param-builder-clientjs')),
  'utf8',
)

/** What of it is compared. */
export interface ClientParamBuilder {
  processAndCollectAllParams: () => Promise<{ _fbp?: string; _fbc?: string }>
  getNormalizedAndHashedPII: (
    value: string,
    type: 'email' | 'phone' | 'first_name' | 'last_name',
  ) => string | null
}
