import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ENV_NAMES } from '@conversion-capi/core/environment'
import { beforeAll, describe, expect, it } from 'vitest'

import { checkArguments } from '../../../packages/meta/src/lib/terminal/run-command-line.ts'
import { COMMANDS } from '../../../packages/cli/src/lib/main.ts'
import { planProject } from '../../../packages/cli/src/lib/init/plan-project.ts'
import { nameOf, readSamples, ROOT } from './read-samples.ts'

/** Commands of the package managers themselves. Other words name a script. */
const MANAGER_COMMANDS = new Set(['dlx', 'pack', 'publish', 'link', 'ci', 'version', 'login'])

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
    expect(await findProblems(words)).toEqual([])
  })
})

it('the skill of the command line names every command, and is in the package', () => {
  const named = commands.flatMap(([title, words]) =>
    title.startsWith('packages/cli/SKILL.md') && words[0] === 'npx' ? [words[2]] : [],
  )
  expect(new Set(named)).toEqual(new Set(Object.keys(COMMANDS)))
  const folder = join(ROOT, 'packages/cli')
  const skill = readFileSync(join(folder, 'SKILL.md'), 'utf8')
  expect(skill).toMatch(/^---\nname: conversion-capi\ndescription: .{100,1024}\n---\n/)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).files).toContain('SKILL.md')
})

/** Returns what does not exist: a script, a flag, a package or a variable. */
async function findProblems(words: string[]): Promise<string[]> {
  const [command = '', first = '', ...rest] = words
  const variables = words.flatMap(findUnknownVariable)
  if (command === 'npx') return [...variables, ...(await checkOwnCommand([first, ...rest]))]
  if (command !== 'npm' && command !== 'pnpm') return variables
  // `npm create conversion-capi <dir> -- <flags>` is `conversion-capi init <dir> <flags>`.
  if (first === 'create') {
    const [name = '', ...flags] = rest.filter((word) => word !== '--')
    return checkOwnCommand([name, 'init', ...flags])
  }
  if (first === 'install' || first === 'add') return rest.flatMap(findUnknownPackage)
  if (first === 'exec') return rest.slice(0, 1).flatMap(findUnknownBinary)
  const script = first === 'run' ? rest[0]! : first
  const isScript = /^\w/.test(script) && !MANAGER_COMMANDS.has(script)
  return isScript && !scripts.includes(script) ? [`There is no script "${script}".`] : []
}

async function checkOwnCommand([name = '', command = '', ...rest]: string[]): Promise<string[]> {
  if (!/^conversion-capi(-meta)?(@|$)/.test(name) || /^--(help|version)$/.test(command)) return []
  if (!Object.hasOwn(COMMANDS, command)) return [`There is no command "${command}".`]
  const { args } = await COMMANDS[command]!.load()
  try {
    checkArguments(rest, args)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Only our packages are looked up. The tests of hosts and recipes install the others. */
function findUnknownPackage(specifier: string): string[] {
  const [, folder] = /^(?:npm:)?@conversion-capi\/([\w-]+)/.exec(specifier) ?? []
  if (!folder) return []
  const places = ['packages', 'adapters'].map((place) => join(ROOT, place, folder, 'package.json'))
  return places.some(existsSync) ? [] : [`There is no package ${specifier}.`]
}

function findUnknownBinary(name: string): string[] {
  const isInstalled = existsSync(join(ROOT, 'node_modules/.bin', name))
  return isInstalled ? [] : [`The workspace does not install ${name}.`]
}

/** Variables such as `META_PIXEL_ID__POLARIS=1` must be ones that the proxy reads. */
function findUnknownVariable(word: string): string[] {
  const [, name] = /^(META_[A-Z_]+?)(?:__[A-Z_]+)?(?:=.*)?$/.exec(word) ?? []
  const isKnown = !name || [...ENV_NAMES, 'META_SCHOOLS'].includes(name)
  return isKnown ? [] : [`The proxy does not read ${name}.`]
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
