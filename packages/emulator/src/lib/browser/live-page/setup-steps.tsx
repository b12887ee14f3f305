import type { JSX } from 'preact'

import type { PageSettings } from '../../page/page-routes.ts'
import { CopyButton } from './parts.tsx'

/** How to send events to the emulator. */
export function SetupSteps({ settings }: { settings: PageSettings }): JSX.Element {
  const { pixelId, accessToken, siteUrl } = settings
  const baseUrl = new URL('.', location.href).href.replace(/\/$/, '')
  return (
    <ol class="setup">
      <li>
        <p>Set these variables for the proxy:</p>
        <CopyLine name="META_GRAPH_URL" value={baseUrl} />
        <CopyLine name="META_PIXEL_ID" value={pixelId} />
        {accessToken ? (
          <CopyLine name="META_ACCESS_TOKEN" value={accessToken} />
        ) : (
          <p class="note">
            <code>META_ACCESS_TOKEN</code> is the <code>accessToken</code> that was passed to{' '}
            <code>createEmulator</code>. It is not shown, because it could be a secret.
          </p>
        )}
      </li>
      <li>
        <p>Load this script on your pages instead of Meta’s fbevents.js:</p>
        <CopyLine value={`${baseUrl}/en_US/fbevents.js`} />
      </li>
      <li>
        <p>
          {siteUrl ? <a href={siteUrl}>Open your site</a> : 'Open one of your pages'} and submit a
          form. The event appears here at once.
        </p>
      </li>
    </ol>
  )
}

function CopyLine({ name, value }: { name?: string; value: string }): JSX.Element {
  const text = name ? `${name}=${value}` : value
  return (
    <p class="copy-line">
      <code>{text}</code>
      <CopyButton
        label="Copy"
        description={`Copy ${name ?? 'the URL of the script'}`}
        text={() => text}
      />
    </p>
  )
}
