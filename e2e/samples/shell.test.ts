import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ENV_NAMES } from '@conversion-capi/core/environment'
import type { ArgsDef } from 'citty'
import { beforeAll, describe, expect, it } from 'vitest'

import { checkArguments } from '../../packages/cli/src/lib/check-arguments.ts'
import { COMMANDS } from '../../packages/cli/src/lib/commands/commands.ts'
import { planProject } from '../../packages/cli/src/lib/init/plan-project.ts'
import { nameOf, readSamples, ROOT } from './read-samples.ts'

/** The commands of the package managers themselves. Other words after `pnpm` name a script. */
const PNPM_COMMANDS = new Set(['install', 'add', 'dlx', 'create', 'pack', 'publish', 'exec', 'run'])

const commands = readSamples('sh').flatMap((sample) =>
  splitCommands(sample.code).map(
    (words) => [`${nameOf(sample)}: ${words.join(' ')}`, words] as const,
  ),
)

let scripts: string[]

beforeAll(async () => {
  const answers = {
    host: 'node',
    name: 'Polaris',
    url: 'https://polaris.example',
    language: 'en',
    currency: 'EUR',
    pixelId: '1234567890',
    pages: 'public',
  } as const
  const { files } = await planProject(join(ROOT, 'missing'), answers)
  const created = files.find(({ path }) => path === 'package.json')!.body
  const own = readFileSync(join(ROOT, 'package.json'), 'utf8')
  scripts = [created, own].flatMap((text) => Object.keys(JSON.parse(text).scripts))
})

describe('the commands in shell samples', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(50)
  })

  it.each(commands)('%s', async (_, words) => {
    const [command = '', ...rest] = words
    for (const word of words) checkVariable(word)
    if (command === 'npx') await checkOwnCommand(rest)
    else await checkPackageManager(command, rest)
  })
})

async function checkPackageManager(
  command: string,
  [first = '', ...rest]: string[],
): Promise<void> {
  if (command !== 'npm' && command !== 'pnpm') return
  if (first === 'create') return checkCreate(rest)
  if (first === 'install' || first === 'add') return rest.forEach(checkPackage)
  if (first === 'exec' && command === 'pnpm') {
    expect(existsSync(join(ROOT, 'node_modules/.bin', rest[0]!)), rest[0]).toBe(true)
  } else if (first === 'run') expect(scripts).toContain(rest[0])
  else if (first === 'start' || first === 'test') expect(scripts).toContain(first)
  else if (command === 'pnpm' && /^\w/.test(first) && !PNPM_COMMANDS.has(first)) {
    expect(scripts).toContain(first)
  }
}

/** `npm create conversion-capi@latest <dir> -- <flags>` is `conversion-capi init <dir> <flags>`. */
async function checkCreate([name = '', ...rest]: string[]): Promise<void> {
  if (!name.startsWith('conversion-capi')) return
  await checkOwnCommand(['conversion-capi', 'init', ...rest.filter((word) => word !== '--')])
}

async function checkOwnCommand([name = '', command = '', ...rest]: string[]): Promise<void> {
  if (!/^conversion-capi(@|$)/.test(name) || command === '--help' || command === '--version') return
  expect(Object.keys(COMMANDS)).toContain(command)
  const { args } = (await COMMANDS[command as keyof typeof COMMANDS]()) as { args: ArgsDef }
  checkArguments(rest, args)
}

/** Our packages are in the workspace. Others are installed by the tests of the hosts and recipes. */
function checkPackage(specifier: string): void {
  const [, folder] = /^@conversion-capi\/([\w-]+)/.exec(specifier) ?? []
  if (!folder) return
  const places = ['packages', 'adapters'].map((place) => join(ROOT, place, folder, 'package.json'))
  expect(places.some(existsSync), specifier).toBe(true)
}

/** Variables such as `META_PIXEL_ID__POLARIS=1` are ones that the proxy reads. */
function checkVariable(word: string): void {
  const [, name] = /^(META_[A-Z_]+?)(?:__[A-Z_]+)?(?:=.*)?$/.exec(word) ?? []
  if (name) expect([...ENV_NAMES, 'META_SCHOOLS']).toContain(name)
}

/** Returns the words of each command. Leaves out comments. */
function splitCommands(code: string): string[][] {
  return code
    .replaceAll('\\\n', ' ')
    .split(/\n|&&|;|\|/)
    .map((command) => command.replace(/(^|\s)#.*/, '').trim())
    .filter((command) => command !== '')
    .map((command) => command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [])
}
