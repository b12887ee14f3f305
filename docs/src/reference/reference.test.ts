import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createEmulator } from '@conversion-capi/emulator'
import { defineSchool } from '@conversion-capi/content'
import {
  createHandler,
  createRedelivery,
  createSender,
  DEFAULTS,
  logOutcome,
} from '@conversion-capi/core'
import { ENV_NAMES } from '@conversion-capi/core/environment'
import { EVENT_NAMES, REJECTIONS } from '@conversion-capi/core/protocol'
import { serve } from '@conversion-capi/node'
import { buildTracker } from '@conversion-capi/tracker'
import { DeclarationReflection, ReflectionKind } from 'typedoc'
import { beforeAll, describe, expect, it } from 'vitest'

import { main } from '../../../packages/cli/src/lib/main.ts'
import { toAnchors } from './homes.ts'
import { OTHER_VARIABLES } from './pages/environment-variables.ts'
import { OPTION_PAGES } from './pages/options.ts'
import { readPackages } from './read-packages.ts'
import { renderFields } from './render-fields.ts'
import { renderReference } from './render-reference.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let pages: Record<string, string>

beforeAll(async () => {
  pages = await renderReference()
})

describe('the options', () => {
  // The functions list all their options if one is unknown.
  it.each<[name: string, page: string, call: (options: never) => unknown]>([
    ['createHandler', 'proxy-options.md', createHandler],
    ['config', 'proxy-options.md', (config) => createHandler({ config })],
    [
      'keepLimits',
      'proxy-options.md',
      (keepLimits) => createHandler({ config: undefined, keep() {}, keepLimits }),
    ],
    ['createSender', 'proxy-options.md', createSender],
    [
      'createRedelivery',
      'proxy-options.md',
      (options) => createRedelivery(createSender({ config: undefined }), options),
    ],
    ['logOutcome', 'proxy-options.md', logOutcome],
    ['serve', 'proxy-options.md', serve],
    ['buildTracker', 'tracker-options.md', buildTracker],
    ['createEmulator', 'tool-options.md', createEmulator],
  ])('of %s are all on a page', async (_, page, call) => {
    const message = await messageOf(() => call({ unknown: 1 } as never))
    const names = /Use (?:one of|only) (.+?)\.?$/.exec(message)?.[1]
    expect(names, message).toBeDefined()
    for (const name of names!.split(/, | and /)) {
      expect(headings(pages[page]!), name).toContain(`\`${name}\``)
    }
  })

  it('of a school that must be set are all on its page', async () => {
    const message = await messageOf(() => defineSchool({} as never))
    const names = [...message.matchAll(/^\W*(\w+) is missing/gm)].map(([, name]) => `\`${name}\``)
    expect(names.length).toBeGreaterThan(10)
    expect(headings(pages['school-description.md']!)).toEqual(expect.arrayContaining(names))
  })
})

describe('the environment variables', () => {
  it('that the proxy reads are all on the page', () => {
    expect(headings(pages['environment-variables.md']!)).toEqual(
      expect.arrayContaining(ENV_NAMES.map((name) => `\`${name}\``)),
    )
  })

  it('that the source reads are all on the page, and no others', () => {
    const files = globSync(
      '{packages/{core,cli,tracker,content,emulator},adapters/*}/src/**/*.ts',
      {
        cwd: ROOT,
        exclude: (path) => /\.(test|test-d|fixture|generated)\.ts$/.test(path),
      },
    )
    const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    const read = [
      /\benv\??\.?\[['"`]([A-Z_]+)['"`]\]/g,
      /\bprocess\.env\.([A-Z_]+)/g,
      /\{ ([A-Z_]+) \} = process\.env/g,
      /const variable = '([A-Z_]+)'/g,
    ].flatMap((pattern) => [...code.matchAll(pattern)].map(([, name]) => name!))
    const others = read.filter((name) => !ENV_NAMES.includes(name))
    expect([...new Set(others)].sort()).toEqual(Object.keys(OTHER_VARIABLES).sort())
  })

  it('have the same defaults in the README of core', () => {
    const readme = readFileSync(join(ROOT, 'packages/core/README.md'), 'utf8')
    const rows = [...readme.matchAll(/^\| `(META_\w+)` +\| `(\w+)` +\| (.+?) +\|$/gm)]
    expect(rows.map(([, name]) => name)).toEqual(ENV_NAMES)
    for (const [, , field, text] of rows) {
      const value = (DEFAULTS as Record<string, unknown>)[field!]
      if (value !== undefined) expect(text).toBe(`\`${value}\``)
      else expect(text).toMatch(/^(required|off|none|every origin)$/)
    }
  })
})

it('lists every event name', () => {
  for (const name of EVENT_NAMES) expect(pages['events.md']).toContain(`- \`${name}\`: `)
})

it('lists every rejection with its status', () => {
  for (const [reason, status] of Object.entries(REJECTIONS)) {
    expect(pages['rejections.md']).toContain(`## ${reason}\n\nStatus: ${status}.\n\n`)
  }
})

it.each(['init', 'dev', 'build', 'check', 'probe', 'doctor'])(
  'lists every flag that "%s --help" prints',
  async (command) => {
    let help = ''
    const stdout = { write: (text: string) => (help += text) }
    await main([command, '--help'], { stdout, stderr: stdout, env: {}, cwd: () => '/' } as never)
    const flags = [...help.matchAll(/^ +(--[\w-]+)/gm)].map(([, flag]) => flag!)
    const [, section] = pages['command-line.md']!.split(`\n## ${command}\n`)
    const listed = [...section!.split('\n## ')[0]!.matchAll(/^- `(--[\w-]+)/gm)]
    expect(flags).not.toEqual([])
    expect(listed.map(([, flag]) => flag)).toEqual(flags)
  },
)

describe.each(readPackages())('the API of $name', ({ folder, entries }) => {
  it('has every export', async () => {
    const page = headings(pages[`api/${folder}.md`]!)
    for (const { specifier, file } of entries) {
      expect(page).toContain(`\`${specifier}\``)
      const names = Object.keys(await import(file)).map((name) => `\`${name}\``)
      const again = [...pages[`api/${folder}.md`]!.matchAll(/^It also exports (.+)\.$/gm)]
      const all = [...page, ...again.flatMap(([, list]) => list!.match(/`\w+`/g) ?? [])]
      expect(all).toEqual(expect.arrayContaining(names))
    }
  })
})

it('has a file and a heading for every link', () => {
  for (const [page, markdown] of Object.entries(pages)) {
    for (const [, path] of markdown.matchAll(/\]\((\.\.\/[^)#]*\.md)/g)) {
      const target = posix.join('docs/reference', posix.dirname(page), path!)
      const exists =
        existsSync(join(ROOT, target)) || posix.join(posix.dirname(page), path!) in pages
      expect(exists, `${page}: ${path}`).toBe(true)
    }
    for (const [, path, anchor] of markdown.matchAll(/\]\(([\w/.-]*\.md)?#([^)]+)\)/g)) {
      const target = path ? posix.join(posix.dirname(page), path) : page
      expect(toAnchors(headings(pages[target]!)), `${page}: ${target}`).toContain(anchor)
    }
  }
})

it.each(Object.entries(OPTION_PAGES))(
  'has no field with the anchor of a section on %s',
  (page, { sections }) => {
    const anchors = headings(pages[`${page}.md`]!).flatMap((heading) => toAnchors([heading]))
    for (const anchor of Object.keys(sections).flatMap((heading) => toAnchors([heading]))) {
      expect(anchors.filter((each) => each === anchor)).toHaveLength(1)
    }
  },
)

describe('a missing docstring', () => {
  it('is an error that names the field', () => {
    const type = new DeclarationReflection('WidgetOptions', ReflectionKind.Interface)
    const field = new DeclarationReflection('size', ReflectionKind.Property, type)
    type.addChild(field)
    expect(() => renderFields(type, () => undefined)).toThrow(
      'WidgetOptions.size has no description. Write a docstring.',
    )
  })
})

/** Returns the text of each heading. */
function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, text]) => text!)
}

async function messageOf(call: () => unknown): Promise<string> {
  try {
    await call()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The function accepted an unknown option.')
}
