import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

import { createEmulator, type ReceivedEvent } from '@conversion-capi/emulator'
import type { NodeServer } from '@conversion-capi/node'
import { packPackages } from '@conversion-capi/release'
import { cleanEnvironment, run as runCommand, serveFetch } from '@conversion-capi/test-support'
import { createFolder, useFolder } from '@conversion-capi/test-support/vitest'
import { launchChromium } from '@conversion-capi/test-support/chromium'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { ARABIC_PAGES, POLISH_PAGES } from '../../commands/sites/site-files.ts'
import { collect, type StartedSite, startSite, stop } from './lib/run-process.ts'
import { moveSite } from '../lib/move-site.ts'
import { startRegistry } from './lib/start-registry.ts'

const SERVE_BUILT = fileURLToPath(new URL('lib/serve-built.ts', import.meta.url))
const WAIT = { timeout: 240_000 }
const PIXEL_ID = '770000000000077'
const TOKEN = 'emulator-access-token'
const DOWN = '\u001B[B'

const packages = useFolder()
let registry: NodeServer
let browser: Browser
/** An empty folder outside the workspace. */
let parent: string
let processes: ChildProcess[] = []

beforeAll(async () => {
  registry = await startRegistry(await packPackages(packages.path))
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await registry?.close()
})

beforeEach(async () => {
  parent = await createFolder()
})

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await Promise.all(processes.map(stop))
  processes = []
})

// The tests of docs/start also create a school for Supabase, whose function is on another origin.
it.each(['node', 'vercel', 'netlify', 'cloudflare', 'deno'])(
  'creates a school on %s that sends a lead, and is built, checked, served and probed',
  async (host) => {
    const dir = join(parent, 'nord')
    const school = ['--name=Nord', '--url=https://nord.example', '--language=en']
    const created = await create(parent, 'nord', `--host=${host}`, ...school)
    expect(created).toContain('Created school.config.ts\n')
    expect(created).toContain('  cd nord\n  npm install\n  npm run dev\n')
    const dev = await startDev(dir)
    await vi.waitUntil(async () => {
      const leads = (await readEvents(dev)).filter(({ event_name }) => event_name === 'Lead')
      return isDeepStrictEqual(leads.map(({ source }) => source).sort(), ['browser', 'server'])
    }, WAIT)
    await stop(dev.child)

    expect(await run(dir, 'npm', 'run', 'build')).toContain(`files for ${host} to dist.\n`)
    expect(await run(dir, 'npx', 'conversion-capi', 'check')).toMatch(
      // Of the sample page.
      /\n1 warning\.\nNext: Read the warnings from the top, then run build\.\n$/,
    )
    await serveAndProbe(dir, host)
  },
)

it.each([
  ['pl', 'Szkoła szachowa Gambit', 'https://gambit.example', POLISH_PAGES, 'Kurs debiutów'],
  ['ar', 'مدرسة نجمة الشمال', 'https://najma.example', ARABIC_PAGES, 'الرياضيات'],
])('puts a school in %s with three pages online in five commands', async (...school) => {
  const [language, name, url, pages, title] = school
  const dir = join(parent, 'school')
  for (const [file, html] of Object.entries(pages)) {
    await mkdir(dirname(join(dir, 'public', file)), { recursive: true })
    await writeFile(join(dir, 'public', file), html)
  }
  const flags = [`--name=${name}`, `--url=${url}`, `--language=${language}`]
  const created = await create(dir, '.', '--host=node', '--edit-pages', ...flags)
  expect(created).toContain('Changed public/index.html\n')
  const dev = await startDev(dir)
  // A call of the pixel by the page itself would be a page view without a copy from the server.
  await vi.waitUntil(async () => {
    const events = await readEvents(dev)
    const ids = (from: string): string[] =>
      events
        .filter(({ event_name, source }) => event_name === 'PageView' && source === from)
        .map(({ event_id }) => event_id!)
    const server = ids('server')
    const both = ids('browser').filter((id) => server.includes(id))
    return both.length > 0 && both.length === ids('browser').length
  }, WAIT)
  await stop(dev.child)
  await run(dir, 'npm', 'run', 'build')
  expect(await readFile(join(dir, 'dist/public/llms.txt'), 'utf8')).toContain(title)
  const html = await readFile(join(dir, 'dist/public/index.html'), 'utf8')
  expect(html).toContain(`<html lang="${language}`)
  await serveAndProbe(dir, 'node')
})

it('asks for what the flags leave open, in a terminal', async () => {
  await mkdir(join(parent, 'nord/public'), { recursive: true })
  const page =
    '<!doctype html><html lang="en"><head><title>Nord</title></head><body><h1>Nord</h1><p>Chess.</p></body></html>'
  await writeFile(join(parent, 'nord/public/index.html'), page)
  // Without a size, the terminal has no columns.
  const command = 'stty cols 120 rows 50 && npm create conversion-capi nord'
  const { CI: _, ...env } = environment()
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: parent,
    env: { ...env, TERM: 'xterm', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  processes.push(child)
  const output = collect(child)
  const exited = once(child, 'exit')
  for (const [question, answer] of [
    ['Folder of the pages: public', ''],
    ['Where will the site run?', DOWN],
    ['Name of the school: Nord', ''],
    ['What is the URL of this site', 'https://nord.example'],
    ["What is the URL of the school's main site?", ''],
    ['Language: en', ''],
    ['What is the ID of your Meta pixel?', PIXEL_ID],
    ['Write these changes?', ''],
  ]) {
    await vi.waitUntil(() => output().includes(question!), WAIT)
    child.stdin.write(`${answer}\r`)
  }
  expect(await exited).toEqual([0, null])
  expect(output()).toContain('<script defer src="/nord.js"></script>')
  expect(await readFile(join(parent, 'nord/public/index.html'), 'utf8')).toContain('src="/nord.js"')
  expect(existsSync(join(parent, 'nord/vercel.json'))).toBe(true)
})

/** Serves the build with the emulator as upstream, sends a lead from its page, and probes it. */
async function serveAndProbe(dir: string, host: string): Promise<void> {
  const emulator = createEmulator({ pixelId: PIXEL_ID, accessToken: TOKEN })
  const upstream = await serveFetch(emulator.fetch)
  try {
    const dist = join(dir, 'dist')
    const args = host === 'node' ? ['server.ts'] : [SERVE_BUILT, dist]
    const site = await startTracked(dist, process.execPath, args, {
      META_PIXEL_ID: PIXEL_ID,
      META_ACCESS_TOKEN: TOKEN,
      META_GRAPH_URL: upstream.url,
    })
    await sendLead(site.url)
    await vi.waitUntil(
      () => emulator.events().some(({ event_name }) => event_name === 'Lead'),
      WAIT,
    )
    const report = await run(dir, 'npx', 'conversion-capi', 'probe', new URL(site.url).origin)
    expect(report).not.toContain('error:')
    expect(emulator.rejections()).toEqual([])
    for (const { user_data } of emulator.events()) {
      expect(user_data['client_user_agent'], 'probe sends no event').toContain('Chrome')
    }
    await stop(site.child)
  } finally {
    await upstream.close()
  }
}

/** Creates a school in a folder, and returns what the command writes to stdout. */
function create(cwd: string, folder: string, ...flags: string[]): Promise<string> {
  const args = [folder, '--', `--pixel-id=${PIXEL_ID}`, ...flags]
  return run(cwd, 'npm', 'create', 'conversion-capi', ...args)
}

/** Installs the packages of a school, starts `dev`, and sends a lead from its page. */
async function startDev(dir: string): Promise<StartedSite> {
  await run(dir, 'npm', 'install')
  const dev = await startTracked(dir, 'npm', ['run', 'dev'], {})
  await sendLead(dev.url)
  await vi.waitUntil(() => dev.output().includes('Lead accepted.'), WAIT)
  return dev
}

/** Submits the form of a page. The page stays open, because closing it would cancel its requests. */
async function sendLead(url: string): Promise<void> {
  const page = await browser.newPage()
  // Meta's own script is not reachable in tests.
  await page.route(/facebook\.(?:net|com)/, (route) => route.abort())
  await moveSite(page, /https:\/\/\w+\.example/, new URL(url).origin)
  await page.goto(url, { waitUntil: 'load' })
  await page.fill('input[type=email]', 'parent@family.example')
  await page.click('form button')
}

/** Reads the events that the emulator of `dev` lists. */
async function readEvents({ url }: StartedSite): Promise<ReceivedEvent[]> {
  return (await (await fetch(`${url}emulator/events.json`)).json()).events
}

/** Runs a command without a terminal, and returns what it writes to stdout. */
function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  return runCommand(command, args, cwd, environment())
}

/** Starts a server that is stopped after the test. */
async function startTracked(
  cwd: string,
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<StartedSite> {
  const site = await startSite(cwd, command, args, { ...environment(), ...env })
  processes.push(site.child)
  return site
}

function environment(): Record<string, string> {
  // The package manager that runs the tests is not the one of the school.
  const { npm_config_user_agent: _, ...env } = cleanEnvironment()
  return {
    ...env,
    npm_config_registry: registry.url,
    // `npm create` would run the package of an earlier run from the cache.
    npm_config_cache: join(packages.path, 'npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
    npm_config_loglevel: 'error',
  }
}
