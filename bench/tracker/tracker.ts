import { startAnyHost } from '../../tests/peers/client-library-page.ts'
import { type Effort, type Part, type Section, table, target } from '../lib/part.ts'
import { packageVersions } from '../lib/results.ts'
import { formatSpread, interleave, ratios } from '../lib/rounds.ts'
import { OUR_BUILDS } from './lib/our-builds.ts'
import { PLAUSIBLE, readPeerScripts } from './lib/peer-scripts.ts'
import { timeColdPage } from './lib/time-cold-page.ts'

export const tracker: Part = {
  summary:
    'milliseconds of the tracker on the main thread, compared with the scripts of other projects',
  full: { rounds: 25 },
  quick: { rounds: 5 },
  run,
}

async function run({ rounds }: Effort): Promise<Section> {
  const [{ name: ours, code }] = OUR_BUILDS
  const scripts: Record<string, string> = { [ours]: code, ...(await readPeerScripts()) }
  const { browser, port, close } = await startAnyHost()
  // A domain with two labels, as most sites have: the tracker sets cookies on the highest domain that accepts them.
  const url = `http://school.localhost:${port}/`
  const names = Object.keys(scripts)
  const results = await interleave(names, rounds, (name) =>
    timeColdPage(browser, url, scripts[name]!),
  ).finally(close)
  const own = (name: string) => results[name]!.map((times) => times.total - times.browser)
  const column = (numbers: (name: string) => number[]) => (name: string) =>
    formatSpread(numbers(name), 2)
  return {
    title: 'Tracker on the main thread',
    effort: `${rounds} rounds`,
    versions: [
      `Chromium ${browser.version()}`,
      ...packageVersions([PLAUSIBLE, 'web-vitals', 'meta-capi-param-builder-clientjs']),
    ],
    blocks: [
      'Milliseconds on the main thread in a page that loads the script first, with the first page view. The rest of the total is inside cookies, storage and sending:',
      table(names, {
        Script: (name) => name,
        'own code': column(own),
        '× ours': column((name) => ratios(own(name), own(ours))),
        total: column((name) => results[name]!.map(({ total }) => total)),
      }),
    ],
    targets: [
      target(
        'Own code of the tracker in a cold page, compared with Plausible’s',
        'no slower',
        ratios(own(ours), own(PLAUSIBLE)),
        (median) => median <= 1,
      ),
    ],
  }
}
