import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { loadConfig } from './load-config.ts'
import { writeProject } from './write-project.fixture.ts'

describe('loadConfig', () => {
  it('loads the current version of a file and its imports', async () => {
    const root = await writeProject({ 'facts/typed.ts': '' })
    const write = async (value: string): Promise<void> => {
      await writeFile(
        join(root, 'school.config.ts'),
        `import typed from './facts/typed.ts'
import common from './facts/common.cjs'
import { createRequire } from 'node:module'
import json from './facts/json.json' with { type: 'json' }
export default [typed, common, json, '${value}', (await import('./facts/typed.ts?query')).default,
  createRequire(import.meta.url)('./facts/required.json')]`,
      )
      await writeFile(join(root, 'facts/typed.ts'), `export { default } from './deep.ts'`)
      await writeFile(join(root, 'facts/deep.ts'), `export default '${value}' as string`)
      await writeFile(join(root, 'facts/common.cjs'), `module.exports = require('./deep.cjs')`)
      await writeFile(join(root, 'facts/deep.cjs'), `module.exports = '${value}'`)
      await writeFile(join(root, 'facts/required.json'), JSON.stringify(value))
      await writeFile(join(root, 'facts/json.json'), JSON.stringify(value))
    }
    for (const value of ['first', 'second', 'third']) {
      await write(value)
      expect((await loadConfig(root)).default).toEqual(Array(6).fill(value))
    }
  })

  it.each([
    ['exits', 'process.exit()', 'did not load within'],
    [
      'throws outside of its modules',
      'setTimeout(() => { throw Error("late") })\nawait new Promise(() => {})',
      'cannot be loaded',
    ],
  ])('loads the next file after one that %s', async (_, code, message) => {
    const [broken, next] = [await writeProject({ 'school.config.ts': code }), await writeProject()]
    const results = await Promise.allSettled([loadConfig(broken), loadConfig(broken)])
    for (const { reason } of results as PromiseRejectedResult[]) {
      expect(String(reason)).toContain(message)
    }
    expect((await loadConfig(next)).site).toMatchObject({ host: 'node' })
  })

  it('loads modules in a package of CommonJS, which npm init creates', async () => {
    const root = await writeProject({
      'package.json': '{ "type": "commonjs" }',
      'school.config.ts': "import labels from './labels.ts'\nexport default [labels] as string[]",
      'labels.ts':
        "import { createRequire } from 'node:module'\nexport default createRequire(import.meta.url)('./facts.ts')",
      'facts.ts': "module.exports = 'import' as string",
    })
    expect((await loadConfig(root)).default).toEqual(['import'])
  })

  it('names an import that is missing as it is written', async () => {
    const root = await writeProject({ 'school.config.ts': "import './labels.ts'" })
    const { findings } = await loadConfig(root).catch((error) => error)
    expect(JSON.stringify(findings)).toMatch(/labels\.ts(?!\.ts)/)
  })
})
