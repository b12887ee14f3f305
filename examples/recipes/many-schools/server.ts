import { serve } from '@conversion-capi/node'

import { readVault } from './read-vault.ts'
import { createSchools } from './schools.ts'

const { VAULT_SECRET_URL = '', VAULT_TOKEN = '' } = process.env

await serve({
  config: createSchools({
    readSecrets: (signal) => readVault(VAULT_SECRET_URL, VAULT_TOKEN, signal),
    env: process.env,
  }),
})
