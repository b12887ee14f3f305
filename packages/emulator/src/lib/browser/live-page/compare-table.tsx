import { compareCopies, type ComparedField } from './model/compare-copies.ts'
import { findCopies } from './model/describe-row.ts'
import { countOf } from './model/format.ts'
import type { LiveRow } from './model/store.ts'
import { Part, Text } from './parts.tsx'

const MARKS: Record<ComparedField['difference'], { text: string; tone?: string }> = {
  same: { text: '' },
  differs: { text: '≠ differs', tone: 'warn' },
  'server only': { text: '+ server only', tone: 'server' },
  'browser only': { text: '+ browser only', tone: 'browser' },
}

export function CompareTable({ row }: { row: LiveRow }) {
  const [browser, server] = findCopies(row)
  const fields = compareCopies(browser, server)
  const isPair = Boolean(browser && server)
  const different = isPair ? fields.filter(({ difference }) => difference !== 'same') : []
  const others = isPair ? fields.filter(({ difference }) => difference === 'same') : fields
  const title = isPair ? 'Both copies' : browser ? 'Browser’s copy' : 'Server’s copy'
  const count = isPair && `${countOf(different, 'difference')}, ${others.length} equal`
  return (
    <Part title={title} count={count}>
      <table class="compare" aria-label={title}>
        <thead>
          <tr>
            {['Parameter', browser && 'Browser', server && 'Server'].map(
              (name) =>
                name && (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {[...different, ...others].map((field) => (
            <Row key={field.path} field={field} isPair={isPair} />
          ))}
        </tbody>
      </table>
    </Part>
  )
}

/** A value that both copies contain is shown once, unless only its hashes are equal. */
function Row({ field, isPair }: { field: ComparedField; isPair: boolean }) {
  const { path, browser, server, difference } = field
  const { text, tone } = MARKS[difference]
  const mark = isPair && (text || markEqual(field))
  return (
    <tr class={isPair ? tone : undefined}>
      <th scope="row">
        <code>
          <Text maxLength={120}>{path}</Text>
        </code>
        {mark && <span class={`mark ${tone ?? 'ok'}`}>{mark}</span>}
      </th>
      {isPair && browser !== server ? (
        <>
          <Cell value={browser} />
          <Cell value={server} />
        </>
      ) : (
        <Cell value={browser ?? server} span={isPair ? 2 : 1} />
      )}
    </tr>
  )
}

function markEqual({ path, browser, server }: ComparedField): string {
  if (!path.startsWith('user_data.')) return ''
  return browser === server ? '= equal' : '= equal after hashing'
}

function Cell({ value, span }: { value: string | undefined; span?: number }) {
  return (
    <td colSpan={span}>
      {value === undefined ? <span class="muted">none</span> : <Text maxLength={500}>{value}</Text>}
    </td>
  )
}
