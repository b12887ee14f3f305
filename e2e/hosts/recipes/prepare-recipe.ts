import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { installPacked } from '@conversion-capi/testing'

const RECIPES = fileURLToPath(new URL('../../../examples/recipes', import.meta.url))

/** Makes a recipe what it is for somebody who copied it, with our packages from their tarballs, installed. */
export async function prepareRecipe(
  name: string,
  folder: string,
  tarballs: Record<string, string>,
): Promise<void> {
  await cp(join(RECIPES, name), folder, { recursive: true, filter: (path) => !WRITTEN.test(path) })

  await installPacked(folder, tarballs)
}

/** What is there once somebody has tried the recipe in its place. */
const WRITTEN = /[/\\](node_modules|dist|build|\.astro|\.next|\.svelte-kit|package-lock\.json)$/
