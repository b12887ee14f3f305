import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const packages = globSync('{packages,adapters}/*/package.json', { cwd: ROOT })
  .map((path) => join(ROOT, path))
  .map((path) => ({ folder: join(path, '..'), manifest: JSON.parse(readFileSync(path, 'utf8')) }))
  .filter(({ manifest }) => !manifest.private)
  .map(({ folder, manifest }) => ({
    name: manifest.name as string,
    entries: Object.values<string>(manifest.exports)
      .filter((target) => target.endsWith('.ts'))
      .map((target) => join(folder, target)),
  }))

describe.each(packages)('the public exports of $name', ({ entries }) => {
  it('have a JSDoc comment', () => {
    const undocumented = entries.flatMap(findUndocumented)
    expect([...new Set(undocumented)]).toEqual([])
  })
})

/** Returns `<file>: <name>` for each export of an entry that has no JSDoc comment. */
function findUndocumented(entry: string): string[] {
  const code = readFileSync(entry, 'utf8')
  const declared = [...code.matchAll(DECLARATION)]
    .map(([, name]) => name!)
    .filter((name) => !isDocumented(entry, name))
    .map((name) => `${relative(ROOT, entry)}: ${name}`)
  const exported = [...code.matchAll(RE_EXPORT)].flatMap(([, names, target]) => {
    const file = join(entry, '..', target!)
    return names!
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => name.split(' as ')[0]!)
      .filter((name) => !isDocumented(file, name))
      .map((name) => `${relative(ROOT, file)}: ${name}`)
  })
  return [...declared, ...exported]
}

const DECLARATION =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm
const RE_EXPORT = /^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm

/** One declaration of an overloaded function is enough. */
function isDocumented(file: string, name: string): boolean {
  const declaration = `(?:async )?(?:abstract )?(?:function\\*?|const|class|interface|type) ${name}\\b`
  return new RegExp(`\\*/\\nexport (?:declare )?${declaration}`).test(readFileSync(file, 'utf8'))
}
