import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import manifest from 'conversion-capi/package.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'

import { checkArguments } from '../../packages/meta/src/lib/terminal/run-command-line.ts'
import { COMMANDS } from '../../packages/cli/src/lib/main.ts'
import { runCommand } from './lib/run-command.ts'

describe('conversion-capi', () => {
  it.each([
    [['biuld'], 'Unknown command "biuld". Did you mean "build"?'],
    [['build', '--ouptut=x'], 'Unknown flag "--ouptut". Did you mean "--output"?'],
    [['build', '-json'], 'Unknown flag "-json". Did you mean "--json"?'],
    [['build', '--json=no'], '--json takes no value. Write --json, or remove it.'],
    [['build', '--output', '--strict'], '--output has no value. Write --output=<value>.'],
    [['build', '--output=a', '--output=b'], '--output occurs twice. Write it once.'],
    [['build', '--output'], '--output has no value. Write --output=<value>.'],
    [['build', 'a', 'b'], 'Unexpected argument "b". Remove it.'],
    [
      ['build', '--host', 'heroku'],
      'Invalid value for argument: --host (heroku). Expected one of: vercel, netlify, cloudflare, deno, supabase, node.',
    ],
  ])('exits with 2 for %j', async (argv, message) => {
    expect(await runCommand(argv)).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` })
  })

  it.each(['init', 'dev', 'build', 'check', 'probe', 'visit', 'send', 'reconcile', 'doctor'])(
    'accepts every flag that "%s --help" prints',
    async (name) => {
      const { stdout } = await runCommand([name, '--help'])
      const { args } = await COMMANDS[name]!.load()
      const flags = [...stdout.matchAll(/^ +(--[\w-]+)(=?)/gm)].map(([, flag, hasValue]) =>
        hasValue ? `${flag}=1` : flag!,
      )
      expect(flags).not.toEqual([])
      expect(() => checkArguments(flags, args)).not.toThrow()
    },
  )

  it.each([
    ['cli/src/bin.ts', 'conversion-capi'],
    ['meta/src/bin.ts', 'conversion-capi-meta'],
    ['create-conversion-capi/src/create.ts', 'conversion-capi'],
  ])('prints one sentence on a Node that is too old: %s', async (file, name) => {
    const bin = fileURLToPath(new URL(`../../packages/${file}`, import.meta.url))
    const version = { ...process.versions, node: '20.19.5' }
    const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${JSON.stringify(version)} })`
    const child = spawn(process.execPath, ['--import', preload, bin, 'build'])
    let stderr = ''
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const [code] = await once(child, 'close')
    expect([code, stderr]).toEqual([
      1,
      `${name} needs Node 22.18 or later, got 20.19.5. Install it from https://nodejs.org.\n`,
    ])
  })

  it.each([
    ['stdout', 'stderr', '--help'],
    ['stderr', 'stdout', 'biuld'],
  ] as const)('ends quietly if the reader of %s is gone', async (closed, open, argument) => {
    const bin = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
    const child = spawn(process.execPath, [bin, argument])
    child[closed].destroy()
    let output = ''
    child[open].on('data', (chunk) => (output += chunk))
    const [, signal] = await once(child, 'close')
    expect([output, signal]).toEqual(['', null])
  })

  it.each([
    ['examples/school-site', 'env-pixel-id'],
    ['examples/recipes', 'pixel-unverifiable'],
  ])('doctor compares the pixel ID with the project of the folder %s', async (path, code) => {
    const env = {
      META_PIXEL_ID: '55',
      META_ACCESS_TOKEN: 'a',
      META_GRAPH_URL: 'http://127.0.0.1:9',
    }
    const cwd = fileURLToPath(new URL(`../../${path}`, import.meta.url))
    const { findings } = JSON.parse((await runCommand(['doctor', '--json'], env, cwd)).stdout)
    const codes = findings.map((each: { code: string }) => each.code)
    expect(codes.filter((each: string) => /^env|pixel-[mu]/.test(each))).toEqual([code])
  })

  it('prints its version, and the help of each command without colors', async () => {
    expect((await runCommand(['--version'])).stdout).toBe(`${manifest.version}\n`)
    expect((await runCommand(['--help'])).stdout).toContain('build')
    const { stdout } = await runCommand(['build', '--help'])
    expect(stdout).toContain('--output')
    expect(stdout).not.toContain('\u001B')
  })
})
