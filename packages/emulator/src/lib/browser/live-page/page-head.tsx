import type { JSX } from 'preact'

import type { PageSettings } from '../../page/page-routes.ts'
import type { RowCounts } from './model/filter-rows.ts'
import { post } from './load.ts'
import type { Live } from './use-live.ts'

interface PageHeadProps {
  settings: PageSettings
  live: Live
  counts: RowCounts
  hasPanel: boolean
  onPanel: (hasPanel: boolean) => void
}

export function PageHead({
  settings,
  live,
  counts,
  hasPanel,
  onPanel,
}: PageHeadProps): JSX.Element {
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
      <Status live={live} counts={counts} />
      <div class="commands">
        <button
          type="button"
          aria-expanded={hasPanel}
          aria-controls={hasPanel ? 'faults-panel' : undefined}
          onClick={() => onPanel(!hasPanel)}
        >
          Faults
        </button>
        <a class="button" href="events.json" download="events.json">
          Export
        </a>
        <button type="button" onClick={() => void post('clear')}>
          Clear
        </button>
      </div>
    </header>
  )
}

function Status({
  live: { connection },
  counts,
}: Pick<PageHeadProps, 'live' | 'counts'>): JSX.Element {
  const texts = { connecting: 'Connecting', live: 'Live', lost: 'Disconnected, retrying' }
  const problems = counts.rejected > 0 ? `, ${counts.rejected.toLocaleString()} rejected` : ''
  return (
    <p class={`status note ${connection === 'live' ? 'ok' : 'warn'}`} role="status">
      {texts[connection]}
      <span class="hidden-text">
        . {counts.all.toLocaleString()} events{problems}.
      </span>
    </p>
  )
}
