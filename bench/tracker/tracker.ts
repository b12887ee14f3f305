import { startAnyHost } from '../../tests/peers/client-library-page.ts'
import { type Part, table, target } from '../lib/part.ts'
import { format, formatSpread, interleave, ratios } from '../lib/rounds.ts'
import { measure } from './lib/measure.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'
import { PLAUSIBLE, readPeerScripts } from './lib/peer-scripts.ts'
import { timeColdPage } from './lib/time-cold-page.ts'

export const tracker: Part = {
  title: 'Tracker on the main thread',
  summary:
    'milliseconds of the tracker on the main thread, compared with the scripts of other projects',
  peers: [PLAUSIBLE, 'web-vitals', 'meta-capi-param-builder-clientjs'],
  full: { rounds: 25 },
  quick: { rounds: 5 },
  async run({ rounds }) {
    const [{ name: ours, code }] = OUR_BUILDS
    const scripts: Record<string, string> = { [ours]: code, ...(await readPeerScripts()) }
    // Cross-origin isolation gives the page a clock of 5 µs.
    const { browser, port, close } = await startAnyHost({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    // A domain with two labels, as most sites have: the tracker sets cookies on the highest domain that accepts them.
    const url = `http://school.localhost:${port}/`
    const names = Object.keys(scripts)
    const results = await interleave(names, rounds, (name) =>
      timeColdPage(browser, url, scripts[name]!),
    ).finally(close)
    const own = (name: string) => results[name]!.map((times) => times.total - times.browser)
    const column = (numbers: (name: string) => number[]) => (name: string) =>
      formatSpread(numbers(name), 2)
    const ratio = ratios(own(ours), own(PLAUSIBLE))
    return {
      effort: `${rounds} rounds in Chromium ${browser.version()}`,
      blocks: [
        'Milliseconds on the main thread in a page that loads the script first, with the first page view. The rest of the total is inside cookies, storage and sending:',
        table(names, {
          Script: (name) => name,
          'own code': column(own),
          '× ours': column((name) => ratios(own(name), own(ours))),
          total: column((name) => results[name]!.map(({ total }) => total)),
        }),
      ],
      targets: [target('The tracker’s code, compared with Plausible’s', ratio, 'at most', 1)],
    }
  },
}

export const bytes: Part = {
  title: 'Bytes of the tracker',
  summary: 'bytes of the tracker, compared with the scripts of other projects',
  peers: ['esbuild'],
  full: {},
  quick: {},
  async run() {
    const ours = OUR_BUILDS.map(({ name, code }) => [name, code] as const)
    const scripts = [...ours, ...Object.entries(await readPeerScripts())]
      .map(([name, code]) => ({ name, ...measure(code) }))
      .toSorted((a, b) => a.brotli - b.brotli)
    return {
      effort: 'gzip -9 and brotli 11',
      blocks: [
        table(scripts, {
          Script: ({ name }) => name,
          minified: ({ minified }) => format(minified),
          gzip: ({ gzip }) => format(gzip),
          brotli: ({ brotli }) => format(brotli),
        }),
      ],
      targets: [],
    }
  },
}
