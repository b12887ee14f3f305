import type { JSX } from 'preact'

import { type ComparedField, compareCopies } from './model/compare-copies.ts'
import { findCopies } from './model/describe-row.ts'
import type { LiveRow } from './model/store.ts'
import { Text } from './text.tsx'

const MARKS: Record<ComparedField['difference'], string> = {
  same: '',
  differs: '≠ differs',
  'server only': '+ server only',
  'browser only': '+ browser only',
}

/** The parameters of the browser's and the server's copy, side by side, with their differences marked. */
export function CompareTable({ row }: { row: LiveRow }): JSX.Element {
  const [browser, server] = findCopies(row)
  const fields = compareCopies(browser, server)
  const isPair = Boolean(browser && server)
  // The roles are explicit because the layout of narrow screens would remove them.
  return (
    <section class="part" aria-labelledby="compare-title">
      <h3 id="compare-title">{isPair ? 'Both copies' : browser ? 'Browser’s copy' : 'Server’s copy'}</h3>
      <table class={isPair ? 'compare pair' : 'compare'} role="table" aria-labelledby="compare-title">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Parameter
            </th>
            {browser && (
              <th role="columnheader" scope="col">
                Browser
              </th>
            )}
            {server && (
              <th role="columnheader" scope="col">
                Server
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {fields.map((field) => (
            <tr key={field.path} role="row" class={isPair ? field.difference.replace(' ', '-') : 'same'}>
              <th role="rowheader" scope="row">
                <code>
                  <Text maxLength={120}>{field.path}</Text>
                </code>
                {isPair && field.difference !== 'same' && (
                  <span class="mark">{MARKS[field.difference]}</span>
                )}
              </th>
              {browser && <Cell value={field.browser} />}
              {server && <Cell value={field.server} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ value }: { value: string | undefined }): JSX.Element {
  return (
    <td role="cell">
      {value === undefined ? <span class="muted">none</span> : <Text maxLength={500}>{value}</Text>}
    </td>
  )
}
