import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { expect, it } from 'vitest'

/** The folders of `lib`, the lowest first. Files of `lib` itself are above all of them. */
const ROOMS = ['common', 'pii', 'config', 'request', 'event', 'upstream', 'outcome']

const LIB = join(import.meta.dirname, 'lib')
const FILES = readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
)

it('has only these rooms', () => {
  const folders = new Set(FILES.map((file) => dirname(file)).filter((folder) => folder !== '.'))
  expect([...folders].toSorted()).toEqual(ROOMS.toSorted())
})

it.each(FILES)('imports only its own room and lower ones: %s', (file) => {
  const source = readFileSync(join(LIB, file), 'utf8')
  const imported = [...source.matchAll(/from '(\..*)'/g)].map(([, path]) =>
    relative(LIB, join(LIB, dirname(file), path!)),
  )
  const above = imported.filter((path) => !path.startsWith('..') && levelOf(path) > levelOf(file))
  expect(above).toEqual([])
})

function levelOf(file: string): number {
  const index = ROOMS.indexOf(dirname(file))
  return index < 0 ? ROOMS.length : index
}
