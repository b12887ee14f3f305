import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '@conversion-capi/test-support/vitest'
import { expect, it } from 'vitest'

import { ROOT } from '../docs/samples/read-samples.ts'
import { NODE_TYPES, typeCheckFolder } from '../docs/samples/type-check-samples.ts'

it('the recipes compile', async () => {
  const folder = await createFolder()
  await symlink(join(ROOT, 'tests/node_modules'), join(folder, 'node_modules'), 'junction')
  for (const name of ['crm-webhook', 'stripe-webhook']) {
    await cp(join(ROOT, 'examples/recipes', name), join(folder, name), { recursive: true })
  }
  await expect(typeCheckFolder(folder, [NODE_TYPES])).resolves.toBeUndefined()
})
