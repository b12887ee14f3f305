import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import {
  formatFinding,
  groupFindings,
  toTerminal,
  unreadableFile,
} from '@conversion-capi/meta/terminal'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import { main } from '../main.ts'
import { config, PAGE, writeProject } from '../project/write-project.fixture.ts'

/** Clears the screen, rings, sets the title of the window, and hides text; with C0 and with C1 controls. */
const HOSTILE = '\u001B[2J\u0007\u001B]0;owned\u0007\u009B8m\u202Egpj.\r'
const CONTROLS = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

async function run(argv: string[], isTTY = false) {
  let output = ''
  const stream = { write: (text: string) => (output += text), isTTY }
  const exitCode = await main(argv, {
    stdin: {},
    stdout: stream,
    stderr: stream,
    env: { TERM: 'xterm' },
    cwd: () => process.cwd(),
  })
  return { exitCode, output }
}

describe('the output of the commands', () => {
  it('counts a finding that a template repeats on each page, after those about tracking', async () => {
    const page = PAGE.replace('<main>', '<main><a href="/none">a</a>').replace('/nord.js', '/x.js')
    const names = ['index', 'a', 'b', 'c', 'd']
    const dir = await writeProject(
      Object.fromEntries(names.map((name) => [`public/${name}.html`, page])),
    )
    const { output } = await run(['check', dir])
    expect(output).toMatch(/ does not exist: [^\n]* \(and in 9 more places in 5 files\)\. Add/)
    expect(output.indexOf('not load the tracker')).toBeLessThan(output.indexOf('/x.js'))
  })

  it('counts the lines of one file with the same finding', () => {
    const findings = Array.from({ length: 100_000 }, (_, index) => ({
      level: 'error' as const,
      file: 'a.csv',
      line: index + 2,
      message: 'The event is too old.',
    }))
    expect(groupFindings(findings)).toEqual([
      {
        level: 'error',
        file: 'a.csv',
        line: 2,
        message: 'The event is too old (and in 99,999 more lines, such as 3 and 4).',
      },
    ])
    const links = ['/a', 'b.html'].map((link) => ({
      ...findings[0]!,
      code: 'a',
      message: `${link} is dead.`,
      fix: 'Add it.',
    }))
    expect(groupFindings(links)).toHaveLength(1)
    const causes = links.map((each, index) => ({ ...each, fix: `Add ${'ab'[index]}.` }))
    expect(groupFindings(causes)).toHaveLength(2)
  })

  it.each(['check', 'build'])(
    '%s escapes control characters in links and file names',
    async (name) => {
      const page = PAGE.replace('<main>', `<main><a href="/${HOSTILE}">a</a>`)
      const dir = await writeProject({
        'public/index.html': page,
        [`public/${HOSTILE}\n.html`]: PAGE.replace('/nord.js', '/x.js'),
      })
      const { exitCode, output } = await run([name, dir])
      expect(exitCode).toBe(1)
      expect(output).not.toMatch(CONTROLS)
      expect(output).toContain(String.raw`\u001b`)
      const { output: colored } = await run([name, dir], true)
      // The colors of the labels.
      expect(colored).toContain('\u001B[31merror:\u001B[39m')
      expect(withoutLabels(colored)).not.toMatch(CONTROLS)
    },
  )

  it('prints one line for each finding, whatever the name of the file is', async () => {
    const dir = await writeProject({ 'public/a\nverified: all.html': '<p>a</p>' })
    const { output } = await run(['check', dir])
    expect(output).not.toMatch(/^verified/m)
    expect(output).toContain(String.raw`public/a\u000averified: all.html`)
  })

  it.each([[[]], [['--edit-pages']]])(
    'init %j names each file on one line, whatever its name is',
    async (flags) => {
      const dir = await mkdtemp(join(tmpdir(), 'init-'))
      onTestFinished(() => rm(dir, { recursive: true }))
      const page = join(dir, 'public/a\nCreated all.html')
      await mkdir(dirname(page))
      await writeFile(page, '<html><head><title>a</title></head></html>')
      const answers = '--host=node --name=a --url=https://a.example --language=en'
      const argv = ['init', dir, ...answers.split(' '), '--pixel-id=1', ...flags]
      const { output } = await run(argv)
      expect(output).toContain(String.raw`public/a\u000aCreated all.html`)
      expect(output).not.toMatch(/^Created all/m)
    },
  )

  it('names a file that cannot be read on one line', () => {
    const error = unreadableFile(
      '/a',
      Object.assign(new Error(), { code: 'EACCES', path: '/a/b\nc' }),
    )
    expect(error.message).toBe(
      String.raw`b\u000ac cannot be read (EACCES). Change its permissions, or remove it.`,
    )
  })

  it('escapes control characters in a folder, in an argument and in an error', async () => {
    const dir = join(await writeProject(), HOSTILE)
    await mkdir(dir)
    expect((await run(['check', dir])).output).not.toMatch(CONTROLS)
    expect((await run([HOSTILE])).output).not.toMatch(CONTROLS)
    await writeFile(join(dir, 'school.config.ts'), `throw new Error(${JSON.stringify(HOSTILE)})`)
    expect((await run(['check', dir])).output).not.toMatch(CONTROLS)
  })

  it('means the same as JSON', async () => {
    const dir = await writeProject({ 'school.config.ts': config({ name: HOSTILE }) })
    const { output } = await run(['check', dir, '--json'])
    expect(output).not.toMatch(CONTROLS)
    expect(JSON.parse(output)).toMatchObject({ ok: false })
  })
})

function withoutLabels(output: string): string {
  const labels = ['31merror:', '33mwarning:', '34minfo:'].map((each) => `\u001B[${each}\u001B[39m`)
  return labels.reduce((text, label) => text.replaceAll(label, ''), output)
}

const text = fc.string({ unit: fc.oneof(fc.constantFrom(...HOSTILE, '\n', '\t'), fc.string()) })

it('writes no control character of a finding', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (file, message, colors) => {
      const line = formatFinding({ level: 'error', file, message }, colors)
      expect(line).not.toContain('\n')
      const written = toTerminal(line, colors)
      expect(written).toBe(line)
      expect(withoutLabels(written)).not.toMatch(/(?!\t)\p{Cc}/u)
    }),
  )
})

it('keeps JSON, colors and line breaks', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(JSON.parse(toTerminal(JSON.stringify(each), false))).toBe(each)
    }),
  )
  expect(toTerminal('\u001B[31ma\u001B[39m\r\n\tb', true)).toBe('\u001B[31ma\u001B[39m\n\tb')
  expect(toTerminal('\u001B[31ma', false)).toBe(String.raw`\u001b[31ma`)
  expect(toTerminal('\u001B[8ma', true)).toBe(String.raw`\u001b[8ma`)
})
