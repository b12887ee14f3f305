import { CommandError } from '@conversion-capi/meta/terminal'
import { expect, it } from 'vitest'

import { loadProject } from './load-project.ts'
import { SCHOOL, writeProject } from './write-project.fixture.ts'

function write(school: object, site: object): string {
  return [
    "import type { SiteOptions } from 'conversion-capi'",
    `export default ${JSON.stringify({ ...SCHOOL, ...school }, null, 2)} as const`,
    `export const site: SiteOptions = ${JSON.stringify(site, null, 2)}`,
  ].join('\n')
}

const SITE = { host: 'node', pixelId: '1234567890' }
const [PROGRAM] = SCHOOL.programs

it.each([
  ['an invalid field', { language: 'x' }, SITE, '"language"'],
  ['a field in a list', { programs: [{ ...PROGRAM, name: '' }] }, SITE, '"name": ""'],
  ['the field around a missing one', { contacts: { social: [{ name: 'X' }] } }, SITE, '"social"'],
  ['a field of site', {}, { ...SITE, host: 'vercle' }, '"host"'],
  ['a missing field of site', {}, { host: 'node' }, 'export const site'],
])('errors in school.config.ts have the line of %s', async (_, school, site, expected) => {
  const text = write(school, site)
  const dir = await writeProject({ 'school.config.ts': text })
  const error = await loadProject(dir).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CommandError)
  const [finding] = (error as CommandError).findings
  expect(finding).toMatchObject({ file: 'school.config.ts', line: expect.any(Number) })
  expect(text.split('\n')[finding!.line! - 1]).toContain(expected)
})
