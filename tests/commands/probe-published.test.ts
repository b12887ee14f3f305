import { createHandler } from '@conversion-capi/core'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { createEmulator, type Emulator } from '@conversion-capi/emulator'
import { serveFetch, startServer } from '@conversion-capi/test-support'
import { buildTracker } from '@conversion-capi/tracker'
import { type Finding, probeSite } from 'conversion-capi'
import { describe, expect, it, onTestFinished } from 'vitest'

import { READY_SCRIPT } from '../../packages/tracker/src/lib/script.generated.ts'
import { config, writeProject } from '../../packages/cli/src/lib/project/write-project.fixture.ts'
import { runCommand } from './lib/run-command.ts'
import {
  publish,
  PUBLISHED_ORIGIN,
  PUBLISHED_SITES,
  type PublishedSite,
  type Settings,
} from './sites/published-sites.ts'

const TRACK = 'https://track.gambit.example'
const ENDPOINT = `${TRACK}/functions/v1/conversion-capi`
const WRONG = `${PUBLISHED_ORIGIN}/functions/v1/conversion-capi`
const WWW = 'https://www.gambit.example'

/** What the school has set up. */
interface Scene extends Settings {
  /** The scripts of the deployment, by path. */
  scripts: Record<string, string>
  /** Whether `www` serves the pages instead of redirecting. @default false */
  www?: boolean
  /** Whether the deployment does not respond. @default false */
  isDown?: boolean
  /** The origins of `META_ALLOWED_ORIGINS`. @default the origin of the pages */
  allowedOrigins?: string[]
}

/** A kind of line, and how a mistake is made with it. */
interface LineKind {
  name: string
  src: string
  /** The URL and the content of the script, and the line. */
  build: (endpoint: string) => { script: string; line: string }
  /** What a wrong endpoint is called, and where. */
  wrongEndpoint: (urls: string[]) => [code: string, file: string][]
}

const READY: LineKind = {
  name: 'the ready script',
  src: `${TRACK}/tracker.js`,
  build: (endpoint) => ({
    script: READY_SCRIPT,
    line: `<script src="${TRACK}/tracker.js" defer data-name="gambit" data-endpoint="${endpoint}" data-pixel="1234567890"></script>`,
  }),
  wrongEndpoint: (urls) => urls.map((url) => ['line-endpoint', url]),
}

const BUILT: LineKind = {
  name: 'a script of build',
  src: `${TRACK}/gambit.js`,
  build: (endpoint) => ({
    script: buildTracker({
      name: 'gambit',
      endpoint,
      siteUrl: PUBLISHED_ORIGIN,
      declarative: true,
      pixel: { id: '1234567890' },
    }),
    line: `<script src="${TRACK}/gambit.js" defer></script>`,
  }),
  wrongEndpoint: () => [['script-disagrees', `${TRACK}/gambit.js`]],
}

type Problem = [code: string, file: string]

/** The mistakes, and the only findings that they may have. */
const MISTAKES: [
  name: string,
  make: (kind: LineKind, urls: string[]) => { scene: Scene; expected: Problem[] },
][] = [
  ['no mistake', (kind) => ({ scene: right(kind), expected: [] })],
  [
    'a page without the line',
    (kind, [, url]) => ({
      scene: { ...right(kind), heads: { [new URL(url!).pathname]: '' } },
      expected: [['tracker-missing', url!]],
    }),
  ],
  [
    'a page that shows the line',
    (kind, [, url]) => {
      const { head, ...rest } = right(kind)
      const text = `</head><body><p>${head.replaceAll('<', '&lt;').replaceAll('"', '”')}</p>`
      const heads = { [new URL(url!).pathname]: text }
      return { scene: { head, ...rest, heads }, expected: [['line-damaged', url!]] }
    },
  ],
  [
    'a page with the line twice',
    (kind, [url]) => {
      const { head, ...rest } = right(kind)
      return {
        scene: { head, ...rest, heads: { '/': head + head } },
        expected: [['tracker-twice', url!]],
      }
    },
  ],
  [
    "the builder's own pixel",
    (kind, urls) => ({
      scene: { ...right(kind), pixel: true },
      expected: urls.map((url) => ['page-view-twice', url]),
    }),
  ],
  [
    'a wrong endpoint',
    (kind, urls) => {
      const { script, line } = kind.build(WRONG)
      return {
        scene: { scripts: { [new URL(kind.src).pathname]: script }, head: line },
        expected: kind.wrongEndpoint(urls),
      }
    },
  ],
  [
    'www that is not allowed',
    (kind) => ({ scene: { ...right(kind), www: true }, expected: [['endpoint-origin', ENDPOINT]] }),
  ],
]

describe.each(PUBLISHED_SITES)('probe on a site of $name', (site) => {
  const urls = Object.keys(site.pages).map((path) => PUBLISHED_ORIGIN + path)

  describe.each([READY, BUILT])('with $name', (kind) => {
    it.each(MISTAKES)('and %s finds only this', async (_, make) => {
      const { scene, expected } = make(kind, urls)
      const { findings, events } = await probe(site, scene)
      expect(problemsIn(findings)).toEqual(expected)
      for (const { level, fix } of findings) {
        if (level === 'error') expect(fix).toMatch(/^[A-Z].+\.$/)
      }
      expect(events()).toBe(0)
    })
  })

  it.each(MISTAKES)('with the project, and %s finds only this', async (_, make) => {
    const { scene, expected } = make(BUILT, urls)
    const { findings } = await probe(site, scene, await writeBuilderProject())
    expect(problemsIn(findings)).toEqual(expected)
    const isCurrent = !expected.some(([code]) => code === 'script-disagrees')
    expect(findings.some(({ code }) => code === 'script-current')).toBe(isCurrent)
  })
})

const BANNER = '<script src="https://consent.cookiebot.com/uc.js"></script>'

describe('other code in the head', () => {
  it.each<[string, (line: string) => string, string[]]>([
    [
      'a banner above a line that waits',
      (line) => BANNER + line.replace(' defer', ' defer data-consent="wait"'),
      ['consent-unconnected'],
    ],
    [
      'code that passes the decision to a line that waits',
      (line) =>
        `${BANNER}${line.replace(' defer', ' defer data-consent="wait"')}<script>f = () => a.consent(true)</script>`,
      [],
    ],
    [
      'a banner below a line that waits',
      (line) => line.replace(' defer', ' defer data-consent="wait"') + BANNER,
      ['consent-unconnected', 'consent-below'],
    ],
    ['a banner above a line that does not wait', (line) => BANNER + line, ['consent-ignored']],
    [
      'a plugin with a pixel',
      (line) => `${line}<script>fbq('set', 'agent', 'wordpress-6.9-4.0.1', '1')</script>`,
      ['pixel-plugin'],
    ],
    [
      'the call for copies of Meta',
      (line) => `${line}<script>fbq('optinMetaEnabledCapi', '1')</script>`,
      ['one-click'],
    ],
    [
      'a tag manager',
      (line) => `${line}<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>`,
      ['tag-manager'],
    ],
  ])('finds %s', async (_, change, expected) => {
    const { head, scripts } = right(READY)
    const { findings } = await probe(PUBLISHED_SITES[1]!, { scripts, head: change(head) })
    const codes = findings.map(({ code }) => code!)
    const other = /^consent-|^pixel-|^tag-|^one-click|^page-view-/
    expect([...new Set(codes.filter((code) => other.test(code)))]).toEqual(expected)
    const problems = problemsIn(findings).map(([code]) => code)
    expect(problems.filter((code) => !other.test(code))).toEqual([])
  })

  it('checks the pages of a site that has moved, and says what to change', async () => {
    const old = 'https://old.example'
    const { scripts, head } = right(BUILT)
    const built = Object.entries(scripts).map(([path, text]) => [
      path,
      text.replaceAll(PUBLISHED_ORIGIN, old),
    ])
    const scene = { scripts: Object.fromEntries(built), head, allowedOrigins: [old] }
    const { findings } = await probe(PUBLISHED_SITES[0]!, scene, await writeBuilderProject(old))
    expect(problemsIn(findings)).toEqual([
      ['site-moved', PUBLISHED_ORIGIN],
      ['endpoint-origin', ENDPOINT],
    ])
    expect(findings.some(({ code }) => code === 'line-verified')).toBe(true)
  })

  it.each<[string, LineKind, boolean, Problem[]]>([
    [
      'the ready script',
      READY,
      false,
      [
        ['script-unreachable', READY.src],
        ['endpoint-unreachable', ENDPOINT],
      ],
    ],
    ['a script of build', BUILT, false, [['line-unread', BUILT.src]]],
    [
      'a script of the project',
      BUILT,
      true,
      [
        ['script-unreachable', BUILT.src],
        ['endpoint-unreachable', ENDPOINT],
      ],
    ],
  ])('says only that the deployment does not respond: %s', async (_, kind, isKnown, expected) => {
    const dir = isKnown ? await writeBuilderProject() : undefined
    const scene = { ...right(kind), isDown: true }
    const { findings } = await probe(PUBLISHED_SITES[0]!, scene, dir)
    expect(problemsIn(findings)).toEqual(expected)
    const unknown = findings.filter(({ level }) => level === 'unverifiable')
    expect(unknown.map(({ code }) => code)).toEqual(['arrival-unverifiable'])
  })

  it('finds a tracker that the project does not build', async () => {
    const scene = right(BUILT)
    scene.scripts['/gambit.js'] += '\n'
    const { findings } = await probe(PUBLISHED_SITES[0]!, scene, await writeBuilderProject())
    expect(problemsIn(findings)).toEqual([['script-outdated', `${TRACK}/gambit.js`]])
  })
})

describe('conversion-capi probe', () => {
  it('exits with 0 if every page loads the tracker of an origin that was named', async () => {
    const [site] = PUBLISHED_SITES
    const line = '<script src="/tracker.js" defer data-pixel="1234567890"></script>'
    const url = await serveDeployment(createEmulator(), undefined, (path) => {
      if (path === '/tracker.js') return { type: 'text/javascript', body: READY_SCRIPT }
      const found = publish(site!, path, { head: line })
      return found && { ...found, body: found.body.replaceAll(PUBLISHED_ORIGIN, url) }
    })
    const { code, stdout } = await runCommand(['probe', url])
    expect(stdout).toContain(`Pages that load the tracker once, from ${url}/tracker.js: 2 of 2.`)
    expect(stdout).toContain('No problems found.')
    expect(code).toBe(0)
  })
})

function right(kind: LineKind): Scene {
  const { script, line } = kind.build(ENDPOINT)
  return { scripts: { [new URL(kind.src).pathname]: script }, head: line }
}

function problemsIn(findings: Finding[]): Problem[] {
  return findings
    .filter(({ level }) => level === 'error' || level === 'warning' || level === 'info')
    .map(({ code, file }) => [code!, file!])
}

function writeBuilderProject(url = PUBLISHED_ORIGIN): Promise<string> {
  return writeProject({
    'school.config.ts': config({ url: TRACK, tracker: 'gambit' }, { builder: { url } }),
    'public/index.html': null,
    'public/consent.js': null,
  })
}

/** Serves the site, its deployment and `www` from this machine, and probes the site. */
async function probe(site: PublishedSite, scene: Scene, dir?: string) {
  const emulator = createEmulator()
  const { allowedOrigins = [PUBLISHED_ORIGIN] } = scene
  const deployment = await serveDeployment(emulator, allowedOrigins, (path) => {
    const body = scene.scripts[path]
    return body === undefined ? undefined : { type: 'text/javascript', body }
  })
  const hosts = {
    [new URL(PUBLISHED_ORIGIN).host]: await serveSite(site, scene, true),
    [new URL(WWW).host]: await serveSite(site, scene, scene.www ?? false),
    ...(!scene.isDown && { [new URL(TRACK).host]: deployment }),
  }
  const findings = await probeSite({
    origin: PUBLISHED_ORIGIN,
    ...(dir !== undefined && { dir }),
    fetch: (input, init) => {
      const { host, pathname, search } = new URL(input as string)
      const target = hosts[host]
      if (target === undefined) throw new TypeError(`No request to ${host} was expected.`)
      return fetch(new URL(pathname + search, target), init)
    },
  })
  return { findings, events: () => emulator.events().length + emulator.rejections().length }
}

/** Serves the endpoint and files, and returns the origin. */
async function serveDeployment(
  emulator: Emulator,
  allowedOrigins: string[] | undefined,
  read: (path: string) => { type: string; body: string } | undefined,
): Promise<string> {
  const handle = createHandler({
    config: {
      pixelId: '1234567890',
      accessToken: 'emulator-access-token',
      ...(allowedOrigins && { allowedOrigins }),
    },
    fetch: emulator.fetch,
    onOutcome: () => {},
  })
  const { url, close } = await serveFetch((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === CONVERSION_PATH) return handle(request)
    const found = read(pathname)
    return new Response(found?.body ?? null, {
      status: found ? 200 : 404,
      headers: { 'Content-Type': found?.type ?? 'text/plain' },
    })
  })
  onTestFinished(close)
  return url
}

async function serveSite(site: PublishedSite, scene: Scene, isServed: boolean): Promise<string> {
  const { url, close } = await startServer((request, response) => {
    const found = publish(site, request.url!, scene)
    if (!isServed) response.writeHead(301, { Location: PUBLISHED_ORIGIN + request.url! }).end()
    else if (request.method !== 'GET' || !found) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': found.type }).end(found.body)
  })
  onTestFinished(close)
  return url
}
