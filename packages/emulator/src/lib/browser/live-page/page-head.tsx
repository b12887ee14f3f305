import type { Faults } from '../../faults/faults.ts'
import type { PageSettings } from '../../page/page-routes.ts'
import { describeRow } from './model/describe-row.ts'
import { type Live, post } from './use-live.ts'

/** `setFaults` and `POST /faults` have the others. */
const OUTAGE: Faults = { status: { status: 503 } }

interface PageHeadProps {
  settings: PageSettings
  live: Live
}

export function PageHead({ settings, live }: PageHeadProps) {
  const { pixelId, siteUrl } = settings
  return (
    <header class="head">
      <div class="titles">
        <h1>Conversion emulator</h1>
        <p class="lead note">
          Pixel {pixelId}. Nothing is sent to Meta.
          {siteUrl && (
            <>
              {' '}
              <a href={siteUrl}>Back to the site</a>
            </>
          )}
        </p>
      </div>
      <Status live={live} />
      <div class="commands">
        <button type="button" onClick={() => post('faults', OUTAGE)}>
          Simulate an outage
        </button>
        <a class="button" href="events.json" download="events.json">
          Export
        </a>
        <button type="button" onClick={() => post('clear')}>
          Clear
        </button>
      </div>
    </header>
  )
}

function Status({ live: { connection, rows } }: Pick<PageHeadProps, 'live'>) {
  const texts = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected, retrying' }
  const bad = rows.filter((row) => describeRow(row).tone === 'bad').length
  const problems = bad > 0 ? `, ${bad.toLocaleString()} rejected` : ''
  return (
    <p class={`status note ${connection === 'live' ? 'ok' : 'warn'}`} role="status">
      {texts[connection]}
      <span class="hidden-text">
        . {rows.length.toLocaleString()} events{problems}.
      </span>
    </p>
  )
}
