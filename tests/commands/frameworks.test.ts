import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { checkSite, loadProject } from 'conversion-capi'
import { conversionCapi } from 'conversion-capi/vite'
import { describe, expect, it, vi } from 'vitest'

import { describeEdit } from '../../packages/cli/src/lib/framework/edit-config.ts'
import { FRAMEWORK_RECORDS } from '../../packages/cli/src/lib/framework/frameworks.ts'
import { replaceIn } from './lib/output.ts'
import { runCommand } from './lib/run-command.ts'
import { createProject } from './sites/sites.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
const APPS = fileURLToPath(new URL('../frameworks/apps', import.meta.url))
const FLAGS = [
  '--host=node',
  '--name=Nord',
  '--url=https://nord.example',
  '--language=en',
  '--pixel-id=1',
  '--yes',
]
const CONFIG = `import { defineConfig } from 'framework'

export default defineConfig({})
`

describe.each(Object.entries(FRAMEWORK_RECORDS))(
  'init in a project of %s',
  (framework, { config, dependency, edit, files, script, byHandServer = [] }) => {
    const manifest = { scripts: { dev: 'framework dev' }, dependencies: { [dependency]: '1.0.0' } }

    it('adds one line to the configuration, and the files of the tested app', async () => {
      const dir = await createProject({
        'package.json': JSON.stringify(manifest),
        'tsconfig.json': '{}',
        [`${config}.ts`]: CONFIG,
      })
      const { code, stdout } = await runCommand(['init', dir, ...FLAGS])
      expect(code).toBe(0)
      const { site } = await loadProject(dir)
      expect(site).toMatchObject({ host: 'node', framework })
      expect(await read(dir, `${config}.ts`)).toContain(
        `import { ${edit.name} } from '${edit.from}'\n`,
      )
      expect(JSON.parse(await read(dir, 'package.json'))).toMatchObject({
        scripts: { dev: 'framework dev' },
        dependencies: { '@conversion-capi/core': expect.any(String) },
        devDependencies: { 'conversion-capi': expect.any(String) },
      })
      expect(existsSync(join(dir, 'public'))).toBe(false)
      for (const [file, body] of Object.entries(files)) expect(await read(dir, file)).toBe(body)
      for (const line of byHandServer) expect(stdout).toContain(line)
      if (script) {
        expect(stdout).toContain(
          `In the <head> of each page: ${script.replace('{tracker}', 'nord')}`,
        )
      }
      const { stdout: second } = await runCommand(['init', dir, ...FLAGS])
      expect(second).not.toMatch(/^(?:Created|Changed)/m)
    })

    it('leaves another configuration as it is, and names the lines to add', async () => {
      const other = 'export default function define() {\r\n\treturn {}\r\n}'
      const dir = await createProject({
        'package.json': JSON.stringify(manifest),
        [`${config}.mjs`]: other,
      })
      const { code, stdout } = await runCommand(['init', dir, ...FLAGS])
      expect(code).toBe(0)
      expect(await read(dir, `${config}.mjs`)).toBe(other)
      expect(stdout).toContain(`warning: ${config}.mjs: `)
      for (const line of describeEdit(`${config}.mjs`, edit)) expect(stdout).toContain(line)
    })

    it.skipIf(framework === 'tanstack-start')(
      'has a tested app with these files and lines',
      async () => {
        const app = join(APPS, framework)
        for (const [file, body] of Object.entries(files)) {
          expect(await read(app, file), file).toBe(body)
        }
        for (const line of [...describeEdit(`${config}.ts`, edit), ...byHandServer]) {
          const [, file, code] = /(\S+\.tsx?|\S+\.html)\b[^:]*: ([^…]+)/.exec(line) ?? []
          if (file === undefined || !existsSync(join(app, file))) continue
          const toCode = (text: string) => text.replaceAll(/[\s,]/g, '')
          const added = code!.replace('{tracker}', 'polaris')
          expect(toCode(await read(app, file)), line).toContain(toCode(added))
        }
      },
    )
  },
)

it('writes no TypeScript into a project of Next.js that has none, and into its folder src', async () => {
  const dir = await createProject({
    'package.json': '{"dependencies":{"next":"16"}}',
    'next.config.mjs': 'const config = {}\n\nexport default config\n',
    'src/app/page.js': '',
  })
  await runCommand(['init', dir, ...FLAGS])
  expect(await read(dir, 'src/app/functions/v1/conversion-capi/route.js')).toContain('POST }')
  expect(await read(dir, 'next.config.mjs')).toMatch(
    /^export default withConversionCapi\(config\)$/m,
  )
})

it('writes the function next to the folder pages of Next.js', async () => {
  const dir = await createProject({
    'package.json': '{"dependencies":{"next":"16"}}',
    'next.config.js': 'module.exports = {}\n',
    'src/pages/index.js': '',
  })
  const { stdout } = await runCommand(['init', dir, ...FLAGS])
  expect(existsSync(join(dir, 'src/app/functions/v1/conversion-capi/route.js'))).toBe(true)
  expect(await read(dir, 'next.config.js')).toContain('module.exports = withConversionCapi({})')
  expect(stdout).toContain('In the <head> of each page')
})

it('imports the labels without an extension, which the type check of Next.js rejects', async () => {
  const dir = await createProject({ 'package.json': '{}' })
  const flags = FLAGS.map((flag) => flag.replace('language=en', 'language=fi'))
  await runCommand(['init', dir, ...flags, '--framework=next'])
  expect(await read(dir, 'school.config.ts')).toContain("from './labels'\n")
  expect((await loadProject(dir)).school.labels).toMatchObject({ contacts: '' })
})

it('loads the tracker by a URL that is relative to the page if the base is', async () => {
  const dir = await createProject({ 'package.json': '{}' })
  await runCommand(['init', dir, ...FLAGS, '--framework=vite'])
  const plugin = conversionCapi({ dir })
  await plugin.config({ root: dir }, { command: 'build' })
  await plugin.configResolved({ root: dir, publicDir: '', base: './', logger: console })
  const srcOf = async (path: string) =>
    (await plugin.transformIndexHtml('', { path })).map(({ attrs }) => attrs['src'])
  expect(await srcOf('/index.html')).toEqual(['./nord.js'])
  expect(await srcOf('/courses/chess/index.html')).toEqual(['./../../nord.js'])
})

it('names what the configuration lacks in a build, and refuses to serve the app itself', async () => {
  const dir = await createProject({ 'package.json': '{}' })
  await runCommand(['init', dir, ...FLAGS, '--framework=vite'])
  await replaceIn(join(dir, 'school.config.ts'), "pixelId: '1',", '')
  const plugin = conversionCapi({ dir })
  await plugin.config({ root: dir }, { command: 'build' })
  await plugin.configResolved({ root: dir, publicDir: '', base: '/', logger: console })
  await expect(plugin.transformIndexHtml('', { path: '/index.html' })).rejects.toThrow(
    /^school\.config\.ts has 1 problem\.\nschool\.config\.ts:\d+: site\.pixelId is missing\./,
  )
  expect((await runCommand(['dev', dir, '--port=0'])).stderr).toContain('Run npm run dev instead.')
})

describe('files', () => {
  const create = async () => {
    const dir = await createProject({
      'package.json': '{}',
      'public/robots.txt': 'User-agent: *\n',
    })
    const { code } = await runCommand(['init', dir, ...FLAGS, '--framework=other'])
    expect(code).toBe(0)
    return dir
  }

  it('writes the files again, keeps others, and names what the host must send', async () => {
    const dir = await create()
    const { code, stdout } = await runCommand(['files', 'public', `--dir=${dir}`])
    expect(code).toBe(0)
    expect(stdout).toContain('public/robots.txt of the app serves /robots.txt')
    expect(stdout).toContain(
      'Your host must send /.well-known/api-catalog with Content-Type: application/linkset+json;',
    )
    expect(stdout).toContain('Your host must serve /for-llm/index.html at /for-llm/')
    expect(await read(dir, 'public/robots.txt')).toBe('User-agent: *\n')
    expect(await read(dir, '.gitignore')).toContain('/public/llms.txt\n')
    await replaceIn(join(dir, 'school.config.ts'), "tracker: 'nord'", "tracker: 'north'")
    await runCommand(['files', 'public', `--dir=${dir}`])
    expect(await read(dir, 'public/llms.txt')).toContain('# Nord')
    expect([
      existsSync(join(dir, 'public/nord.js')),
      existsSync(join(dir, 'public/north.js')),
    ]).toEqual([false, true])
  })

  it('runs a command with an emulator, and fails if the command does', async () => {
    const dir = await create()
    await writeFile(
      join(dir, 'app.mjs'),
      `import { writeFileSync } from 'node:fs'
      const { status } = await fetch(process.env.META_GRAPH_URL)
      writeFileSync('seen.txt', [status, process.env.META_PIXEL_ID, process.env.META_ACCESS_TOKEN].join())
      process.exit(3)`,
    )
    const run = `--run="${process.execPath}" app.mjs`
    const { code, stderr } = await runCommand(['files', 'public', `--dir=${dir}`, run])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/exited with code 3\.\n$/)])
    expect(await read(dir, 'seen.txt')).toBe('200,1,emulator-access-token')
    expect(await read(dir, 'public/nord.js')).toContain('connect.facebook.net')
  })

  it('replaces the tracker of a development run, and fails for other content', async () => {
    const dir = await create()
    const files = ['files', 'public', `--dir=${dir}`]
    const copy = `--run="${process.execPath}" -p "fs.cpSync('public/nord.js', 'dev.js')"`
    await runCommand([...files, copy])
    // A clone, with the script that a killed run has left.
    await rm(join(dir, '.conversion-capi'), { recursive: true })
    await rename(join(dir, 'dev.js'), join(dir, 'public/nord.js'))
    expect((await runCommand(files)).code).toBe(0)
    expect(await read(dir, 'public/nord.js')).not.toContain('127.0.0.1')
    await writeFile(join(dir, 'public/.well-known/api-catalog'), '{}')
    const { code, stdout } = await runCommand(files)
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^error: public\/\.well-known\/api-catalog: .* was kept\./m),
    ])
  })

  it.skipIf(process.platform === 'win32')('ends the whole command on SIGHUP', async () => {
    const dir = await create()
    await writeFile(
      join(dir, 'app.mjs'),
      `import { createServer } from 'node:http'
      const server = createServer().listen(0, () => console.log('port ' + server.address().port))`,
    )
    // The shell waits for the app, and does not pass signals on.
    const run = `--run="${process.execPath}" app.mjs; true`
    const child = spawn(process.execPath, [BIN, 'files', 'public', `--dir=${dir}`, run])
    let printed = ''
    child.stdout.on('data', (chunk) => (printed += chunk))
    const port = await vi.waitUntil(() => /^port (\d+)$/m.exec(printed)?.[1], { timeout: 60_000 })
    child.kill('SIGHUP')
    await once(child, 'exit')
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  })

  it('check says what it cannot know', async () => {
    const dir = await create()
    const findCodes = async () =>
      (await checkSite({ dir })).flatMap(({ code = '' }) => (code.startsWith('env-') ? [] : code))
    // The files contain the tracker's URL and its pixel.
    await runCommand(['files', 'public', `--dir=${dir}`])
    expect(await findCodes()).toEqual(['framework-pages', 'endpoint-unread', 'app-script'])
    await mkdir(join(dir, 'views'))
    await writeFile(join(dir, 'views/layout.erb'), '<head><script src="/nord.js"></script></head>')
    expect(await findCodes()).toEqual(['framework-pages', 'endpoint-unread'])
  })

  it("check and build name the app's own build", async () => {
    const dir = await create()
    await mkdir(join(dir, 'views'))
    await writeFile(join(dir, 'views/layout.erb'), '<head><script src="/nord.js"></script></head>')
    const { stdout } = await runCommand(['check', dir])
    expect(stdout).toMatch(/run visit with the command that starts your app/i)
    const { code, stderr } = await runCommand(['build', dir])
    expect([code, stderr]).toEqual([1, expect.stringContaining('and your app instead.')])
  })
})

function read(dir: string, file: string): Promise<string> {
  return readFile(join(dir, file), 'utf8')
}
