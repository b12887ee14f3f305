import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describe.each(globSync('{packages,adapters}/*/src/lib', { cwd: ROOT }))('%s', (lib) => {
  it('has no circle of imports between its folders', () => {
    const imports = readImports(join(ROOT, lib))
    const inCircle = [...imports.keys()].filter((part) => findReachable(imports, part).has(part))
    expect(inCircle.sort()).toEqual([])
  })
})

/** Returns the parts that each part imports. A part is a folder of `lib` with its subfolders, or a file of `lib`. */
function readImports(lib: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  const exclude = ['**/*.{test,fixture}.{ts,tsx}']
  for (const file of globSync('**/*.{ts,tsx}', { cwd: lib, exclude })) {
    const [part] = file.split('/')
    const imported = imports.get(part!) ?? new Set()
    imports.set(part!, imported)
    for (const [, path] of readFileSync(join(lib, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const [target] = join(dirname(file), path!).split('/')
      if (target !== part && target !== '..') imported.add(target!)
    }
  }
  return imports
}

/** Returns the parts that a part imports, directly or through others. */
function findReachable(imports: Map<string, Set<string>>, start: string): Set<string> {
  const found = new Set<string>()
  const next = [start]
  while (next.length > 0) {
    for (const part of imports.get(next.pop()!) ?? []) {
      if (!found.has(part)) next.push(part)
      found.add(part)
    }
  }
  return found
}
