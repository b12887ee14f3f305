import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator } from '@conversion-capi/emulator'
import {
  cleanEnvironment,
  getPort,
  installPacked,
  run,
  serveFetch,
  startProcess,
  type TestServer,
} from '@conversion-capi/test-support'
import { useFolder } from '@conversion-capi/test-support/vitest'
import { type Host, HOSTS } from 'conversion-capi'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

import { readSamples, ROOT, type Sample } from '../docs/samples/read-samples.ts'
import { RUNTIMES } from './lib/find-bin.ts'
import { findOpenPorts } from './lib/find-open-ports.ts'

/** The commands that are not run, because they need an account of the host or a deployed site. */
const NOT_RUN = new Set([
  'npx vercel link',
  'npx vercel env add META_PIXEL_ID production',
  'npx vercel env add META_ACCESS_TOKEN production',
  'npx vercel env add META_GRAPH_VERSION production',
  'npx vercel deploy --prod',
  'npx netlify sites:create',
  'npx netlify env:set META_PIXEL_ID <your pixel ID> --context production',
  'npx netlify env:set META_ACCESS_TOKEN <your token> --secret --context production',
  'npx netlify env:set META_GRAPH_VERSION v26.0 --context production',
  'npx netlify deploy --prod',
  'npx wrangler secret put META_ACCESS_TOKEN',
  'npx wrangler deploy',
  'npx supabase link --project-ref <project>',
  'npx supabase secrets set META_PIXEL_ID=<your pixel ID> META_ACCESS_TOKEN=<your token> META_GRAPH_VERSION=v26.0',
  'npx supabase functions deploy conversion-capi',
  'deno deploy',
])

/** The answers to the questions of `init`, which has no terminal here. */
const ANSWERS = [
  '--name=Nord',
  '--url=https://nord.example',
  '--language=en',
  '--pixel-id=770000000000077',
]
const ENDPOINT = '--endpoint=https://abcdefgh.supabase.co/functions/v1/conversion-capi'

/** What the emulator expects. */
const VARIABLES = { META_PIXEL_ID: '770000000000077', META_ACCESS_TOKEN: 'emulator-access-token' }
const EVENT = {
  event_name: 'Lead',
  user_data: { fbp: 'fb.1.1795170995788.1093847562' },
}

const folder = useFolder()
const emulator = createEmulator({ pixelId: VARIABLES.META_PIXEL_ID })
let installed: string
let graph: TestServer

beforeAll(async () => {
  // Installed once, because the packages are the same for every host.
  installed = join(folder.path, 'installed')
  await mkdir(installed)
  await writeFile(join(installed, 'package.json'), '{}')
  await installPacked(installed, inject('tarballs'))
  graph = await serveFetch(emulator.fetch)
})

afterAll(() => graph?.close())

it.each(HOSTS)('the commands of docs/start for %s work in an empty folder', async (host) => {
  /** Another machine: it has a copy of `dist`, and neither the project nor its packages. */
  const server = join(folder.path, `${host}-server`)
  const port = String(await getPort())
  let cwd = join(folder.path, host)
  let project = cwd
  const done: string[] = []
  await mkdir(cwd)
  await mkdir(server)

  for (const sample of readSteps(host)) {
    if (sample.code.startsWith('# .env\n')) {
      await writeFile(join(server, '.env'), toEnvironment(sample.code, port))
      continue
    }
    for (const line of sample.code.trimEnd().split('\n')) {
      if (NOT_RUN.has(line)) continue
      const [command, ...words] = line.split(' ')
      if (line === 'cd dist') cwd = await copyOutput()
      else if (line === 'cd ..') cwd = project
      else if (command === 'cd') cwd = project = join(cwd, words[0]!)
      else if (line === 'npm create conversion-capi@latest my-school') await create()
      else if (line === 'npm run dev') await develop()
      else if (/^(?:deno run|node) /.test(line)) await serve(line)
      else await shell(line)
      done.push(line)
    }
  }
  expect(done).toEqual(expect.arrayContaining(['npm run dev', 'npm run check', 'npm run build']))
  if (host === 'node') await runDockerfile()

  function shell(line: string): Promise<string> {
    return run('sh', ['-c', line], cwd, environment())
  }

  /** The same as docs/start/installation.md: installs the packages from files, then runs `init`. */
  async function create(): Promise<void> {
    const school = join(cwd, 'my-school')
    await cp(installed, school, { recursive: true, verbatimSymlinks: true })
    const answers = host === 'supabase' ? [...ANSWERS, ENDPOINT] : ANSWERS
    const command = [`npx conversion-capi init --host=${host}`, ...answers].join(' ')
    await run('sh', ['-c', command], school, environment())
  }

  async function develop(): Promise<void> {
    const args = ['run', 'dev', '--', `--port=${port}`]
    const origin = `http://127.0.0.1:${port}`
    const site = await startProcess('npm', args, { cwd, env: environment, port })
    try {
      expect(await send(origin, 'dev-1')).toMatchObject({ ok: true })
      await expect.poll(site.output).toContain('Lead accepted.')
      expect(await findOpenPorts()).toEqual([])
    } finally {
      await site.terminate()
      await site.close()
    }
  }

  /** Copies the output to the other machine, and installs what the function imports there. */
  async function copyOutput(): Promise<string> {
    const copy = join(server, 'dist')
    await rm(copy, { recursive: true, force: true })
    await cp(join(project, 'dist'), copy, { recursive: true })
    cwd = copy
    if (host === 'supabase') {
      await serve(`deno run -A supabase/functions/${CONVERSION_PATH.split('/').at(-1)}/index.ts`)
    } else if (host !== 'deno') {
      await shell('npm install')
      await shell(`node -e "import('@conversion-capi/${host}')"`)
      const packages = await readdir(join(cwd, 'node_modules'))
      expect(packages).not.toContain('conversion-capi')
    }
    return copy
  }

  /** Runs the instructions of the guide's Dockerfile without Docker, and its health check in three states. */
  async function runDockerfile(): Promise<void> {
    const image = join(server, 'image')
    const instructions = readSamples('dockerfile')[0]!
      .code.replaceAll('/site', image)
      .replace(' --owner=node', '')
      .trimEnd()
      .split('\n')
      .map((line) => /^(\w+) (.*)$/.exec(line)!.slice(1) as [string, string])
    const env = environment()
    let check = ''
    let start: string[] = []
    for (const [name, value] of instructions) {
      if (name === 'WORKDIR') await mkdir((cwd = value), { recursive: true })
      else if (name === 'COPY') {
        const [from, to] = value.split(' ') as [string, string]
        await cp(join(project, from), join(cwd, to), { recursive: true })
      } else if (name === 'RUN') await run('sh', ['-c', value], cwd, env)
      else if (name === 'ENV') env[value.split('=')[0]!] = value.split('=')[1]!
      else if (name === 'HEALTHCHECK') check = value.split(' CMD ')[1]!
      else if (name === 'CMD') start = JSON.parse(value)
      else expect(['FROM', 'USER', 'VOLUME']).toContain(name)
    }
    env['PORT'] = port
    const isHealthy = () =>
      run('sh', ['-c', check], cwd, env).then(
        () => true,
        () => false,
      )
    const results = [await isHealthy()]
    for (const variables of [{}, { ...VARIABLES, META_GRAPH_URL: graph.url }]) {
      const options = { cwd, env: { ...env, ...variables }, port }
      const site = await startProcess(start[0]!, start.slice(1), options)
      results.push(await isHealthy())
      await expect.poll(site.output).toContain(join(image, 'queue/events.sqlite'))
      expect(await site.terminate()).toBe(0)
    }
    expect(results).toEqual([false, false, true])
  }

  /** Starts the built site, or the function, and sends it an event. */
  async function serve(line: string): Promise<void> {
    const origin = `http://127.0.0.1:${port}`
    const env =
      host === 'supabase'
        ? {
            ...VARIABLES,
            META_GRAPH_URL: graph.url,
            DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
          }
        : {}
    const site = await startProcess('sh', ['-c', line], {
      cwd,
      env: () => ({ ...environment(), ...env }),
      port,
    })
    try {
      expect(await send(origin, `${host}-1`)).toMatchObject({ ok: true })
      expect(emulator.events()).toContainEqual(
        expect.objectContaining({ event_id: `${host}-1`, source: 'server' }),
      )
      if (host === 'supabase') return
      const page = await fetch(origin)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<title>')
    } finally {
      await site.close()
    }
  }

  /** Replaces the port, which can be in use, and Meta by the emulator. */
  function toEnvironment(sample: string, port: string): string {
    return [
      sample
        .replace(/^PORT=.*$/m, `PORT=${port}`)
        .replace('<your token>', VARIABLES.META_ACCESS_TOKEN),
      `META_GRAPH_URL=${graph.url}`,
    ].join('\n')
  }
})

async function send(origin: string, eventId: string): Promise<unknown> {
  const response = await fetch(origin + CONVERSION_PATH, {
    method: 'POST',
    body: JSON.stringify({ ...EVENT, event_id: eventId }),
  })
  return response.json()
}

/** Returns the shell samples of the page for all hosts, then the host's samples for a site of HTML pages. */
function readSteps(host: Host): Sample[] {
  const path = `docs/start/${host}.md`
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  const end = lines.indexOf('## An existing project')
  const samples = readSamples('sh')
  return [
    ...samples.filter(({ page }) => page === 'docs/start/on-your-machine.md'),
    ...samples.filter(({ page, line }) => page === path && line < end),
  ]
}

function environment(): Record<string, string> {
  const { PATH = '', ...others } = cleanEnvironment()
  const bin = join(RUNTIMES, 'node_modules/.bin')
  const node = dirname(process.execPath)
  return { ...others, PATH: [node, bin, PATH].join(delimiter), DENO_NO_UPDATE_CHECK: '1' }
}
