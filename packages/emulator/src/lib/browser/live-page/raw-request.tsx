import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

import type { RawRequest } from '../../record/logged-request.ts'
import { load } from './load.ts'
import { visibleText } from './model/visible-text.ts'

interface RawRequestProps {
  id: number
  title: string
}

/** A request and its response as they were sent, loaded when opened. */
export function RawRequestDetails({ id, title }: RawRequestProps): JSX.Element {
  const [raw, setRaw] = useState<RawRequest | string>()
  return (
    <details
      class="raw"
      onToggle={(event) => {
        if (event.currentTarget.open) void load<RawRequest>(`requests/${id}.json`).then(setRaw)
      }}
    >
      <summary>
        {title}: request and response <span class="muted">#{id}</span>
      </summary>
      {typeof raw === 'string' && <p class="note">{raw}</p>}
      {typeof raw === 'object' && <Exchange raw={raw} />}
    </details>
  )
}

function Exchange({ raw }: { raw: RawRequest }): JSX.Element {
  const { response, error = 'No response yet.', duration_ms } = raw
  return (
    <>
      <h4>Request</h4>
      <Code first={`${raw.method} ${raw.path}`} message={raw} />
      <h4>
        Response {duration_ms !== undefined && <span class="muted">after {duration_ms} ms</span>}
      </h4>
      <Code first={response ? `Status ${response.status}` : error} message={response} />
    </>
  )
}

interface CodeProps {
  first: string
  message: Pick<RawRequest, 'headers' | 'body'> | undefined
}

/** Preformatted text that can be scrolled with the keyboard. */
function Code({ first, message }: CodeProps): JSX.Element {
  const { headers = {}, body = '' } = message ?? {}
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return <pre tabIndex={0}>{visibleText([first, ...fields, '', body].join('\n').trim())}</pre>
}
