import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '@conversion-capi/test-support/vitest'
import { expect, it } from 'vitest'

import { ROOT } from '../docs/samples/read-samples.ts'
import { DENO_TYPES, NODE_TYPES, typeCheckFolder } from '../docs/samples/type-check-samples.ts'

// Starting the compiler takes longer than checking.
it.each([
  {
    recipes: ['crm-webhook', 'many-schools', 'phone-sales', 'stripe-webhook', 'vercel-queues'],
    types: [NODE_TYPES],
  },
  { recipes: ['opentelemetry'], types: [NODE_TYPES, DENO_TYPES] },
  { recipes: ['supabase-queues'], types: [DENO_TYPES] },
])('the recipes $recipes compile', async ({ recipes, types }) => {
  const folder = await createFolder()
  await symlink(join(ROOT, 'tests/node_modules'), join(folder, 'node_modules'), 'junction')
  for (const name of recipes) {
    await cp(join(ROOT, 'examples/recipes', name), join(folder, name), { recursive: true })
  }
  await expect(typeCheckFolder(folder, types)).resolves.toBeUndefined()
})
