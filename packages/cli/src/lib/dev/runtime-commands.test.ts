import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { writeProject } from '../project/write-project.fixture.ts'
import { commandFile, findRuntime, runtimeCommand } from './runtime-commands.ts'

const ENV = { META_PIXEL_ID: '1', META_GRAPH_URL: 'http://127.0.0.1:3000/emulator' }

async function writeCommands(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'path-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of names) {
    await writeFile(join(folder, name), '')
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

describe('findRuntime()', () => {
  it('prefers the project to the PATH', async () => {
    const root = await writeProject({ 'node_modules/.bin/wrangler': '' })
    const PATH = await writeCommands('wrangler')
    expect(findRuntime('cloudflare', root, { PATH })).toBe(join(root, 'node_modules/.bin/wrangler'))
    expect(findRuntime('cloudflare', PATH, { PATH })).toBe(join(PATH, 'wrangler'))
    expect(findRuntime('vercel', root, { PATH })).toBeUndefined()
  })

  it('finds programs and command files on Windows', async () => {
    const folder = await writeCommands('deno.exe', 'deno.cmd', 'deno', 'wrangler.cmd', 'vercel')
    const find = (host: 'deno' | 'cloudflare' | 'vercel') =>
      findRuntime(host, folder, { Path: folder }, 'win32')
    expect(find('deno')).toBe(join(folder, 'deno.exe'))
    expect(find('cloudflare')).toBe(join(folder, 'wrangler.cmd'))
    expect(find('vercel')).toBeUndefined()
  })
})

describe('runtimeCommand()', () => {
  it('starts command files with the shell of Windows', () => {
    const file = String.raw`C:\Users\Anna & Co (1)\node_modules\.bin\wrangler.CMD`
    const { command, args, windowsVerbatimArguments } = runtimeCommand(
      'cloudflare',
      file,
      4000,
      ENV,
      'win32',
    )
    expect(command).toMatch(/cmd\.exe$/i)
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c'])
    expect(args[3]).toMatch(
      /^"C:\\Users\\Anna\^ \^&\^ Co\^ \^\(1\^\)\\node_modules\\\.bin\\wrangler\.CMD \^\^\^"dev/,
    )
    expect(windowsVerbatimArguments).toBe(true)
  })

  it.each(['win32', 'linux'] as const)('starts programs without a shell on %s', (platform) => {
    const { command, args } = runtimeCommand('deno', '/bin/deno.exe', 4000, ENV, platform)
    expect([command, args.at(-1)]).toEqual(['/bin/deno.exe', 'main.ts'])
  })

  it.each(['vercel', 'netlify', 'cloudflare', 'node'] as const)(
    'makes the runtime of %s, a Node program, listen on this machine only',
    (host) => {
      const { env } = runtimeCommand(host, '/bin/x', 4000, ENV, 'linux')
      expect(env['NODE_OPTIONS']).toMatch(/^--import=data:text\/javascript,\S+$/)
    },
  )
})

describe('commandFile()', () => {
  /** What `cmd.exe` does with a line: `^` escapes the next character. */
  const parse = (line: string) => line.replaceAll(/\^(.)/g, '$1')

  it('returns a line that is the same after it was parsed twice', () => {
    const { args } = commandFile('C:\\a b.cmd', ['--var', 'A:1 & 2 | %PATH% ^ (x)!'])
    const line = args[3]!.slice(1, -1)
    expect(parse(line)).toMatch(/^C:\\a b\.cmd /)
    expect(parse(parse(line)).replace(/^C:\\a b\.cmd /, '')).toBe(
      '"--var" "A:1 & 2 | %PATH% ^ (x)!"',
    )
  })
})
