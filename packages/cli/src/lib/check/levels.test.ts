import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Finding } from '@conversion-capi/content'
import { CommandError, describeFinding } from '@conversion-capi/meta/terminal'
import { expect, it } from 'vitest'

import { buildSite } from '../build/build-site.ts'
import { runDev } from '../dev/run-dev.ts'
import { type Files, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { checkSite } from './check-site.ts'

const SERVER = { 'server.ts': 'import "./polaris.ts"', 'package.json': '{"type":"module"}' }

/** Returns the page with another part. */
function page(part: string | RegExp, replacement: string): Files {
  return { 'public/index.html': PAGE.replace(part, replacement) }
}

const WARNINGS: [what: string, files: Files, code: string][] = [
  ['no H1', page('<h1>Nord</h1>', ''), 'content-document'],
  [
    "a policy that blocks Meta's pixel",
    {
      'public/consent.js': null,
      ...page('</head>', `<meta http-equiv=Content-Security-Policy content="default-src 'self'">`),
    },
    'csp-pixel',
  ],
]

const ERRORS: [what: string, files: Files, code: string][] = [
  ['no tracker', page(/<script.*\n/, ''), 'tracker-missing'],
  [
    'a published token',
    { 'public/site.js': `const key = "EAA${'a'.repeat(40)}"` },
    'secret-published',
  ],
  ['a file of a generated path', { 'public/auth.md': '# Nord' }, 'file-generated'],
]

it.each(WARNINGS)('build writes a site with %s, and check and dev warn alike', async (...each) => {
  const [, files, code] = each
  const dir = await writeProject({ ...SERVER, ...files })
  const built = await buildSite({ dir })
  expect(built.findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(levelsOf(built.findings, code)).toEqual(['warning'])
  expect(levelsOf(await checkSite({ dir }), code)).toEqual(['warning'])
  expect(await devLevels(dir, built.findings, code)).toEqual(['warning'])
})

it.each(ERRORS)('build writes nothing for %s, and check and dev show an error', async (...each) => {
  const [, files, code] = each
  const dir = await writeProject({ ...SERVER, ...files })
  const error = await buildSite({ dir }).catch((thrown: unknown) => thrown)
  const { findings } = error as CommandError
  expect(error).toBeInstanceOf(CommandError)
  await expect(readFile(join(dir, 'dist/files.json'))).rejects.toThrow('ENOENT')
  expect(levelsOf(findings, code)).toEqual(['error'])
  expect(levelsOf(await checkSite({ dir }), code)).toEqual(['error'])
  expect(await devLevels(dir, findings, code)).toEqual(['error'])
})

it('publishes own files instead of the generated ones', async () => {
  const own = {
    'public/404.html': PAGE.replace('<h1>Nord</h1>', '<h1>Niet gevonden</h1>'),
    'public/robots.txt': 'User-agent: *\nAllow: /\n',
    'public/sitemap.xml': '<urlset/>',
    'public/llms.txt': '# Mine\n',
  }
  const dir = await writeProject({ ...SERVER, ...own })
  const { files } = await buildSite({ dir })
  for (const [file, content] of Object.entries(own)) {
    expect(files.filter((each) => each.file === file)).toHaveLength(1)
    expect(await readFile(join(dir, 'dist', file), 'utf8')).toBe(content)
  }
})

function levelsOf(findings: Finding[], code: string): string[] {
  return [...new Set(findings.filter((each) => each.code === code).map(({ level }) => level))]
}

/** Returns the levels with which `dev` prints the findings of a code, and checks that its page shows them. */
async function devLevels(dir: string, findings: Finding[], code: string): Promise<string[]> {
  const log: [level: string, message: string][] = []
  const server = await runDev({
    dir,
    port: 0,
    runtime: false,
    log: ({ level, message }) => log.push([level, message]),
  })
  await server.checked()
  const changes = await fetch(`${server.url}_dev/changes`)
  const { value } = await changes.body!.getReader().read()
  const { problems } = JSON.parse(new TextDecoder().decode(value).slice('data: '.length))
  await server.close()
  const expected = findings.filter((each) => each.code === code).map(describeFinding)
  expect(problems).toEqual(
    expect.arrayContaining(expected.map((line) => expect.stringContaining(line))),
  )
  const levels = log.filter(([, message]) => expected.includes(message)).map(([level]) => level)
  return [...new Set(levels)]
}
