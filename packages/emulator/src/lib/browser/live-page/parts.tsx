import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

import { shorten, visibleText } from './model/format.ts'

interface PartProps {
  title: string
  count?: string | false
  children: ComponentChildren
}

export function Part({ title, count, children }: PartProps) {
  const id = useId()
  return (
    <section class="part" aria-labelledby={id}>
      <h3 id={id}>
        {title} {count && <span class="muted">{count}</span>}
      </h3>
      {children}
    </section>
  )
}

/** Shows an untrusted text: isolated from the direction of its surroundings, with hidden characters escaped. */
export function Text({ children, maxLength = 2000 }: { children: string; maxLength?: number }) {
  return <bdi>{shorten(visibleText(children), maxLength)}</bdi>
}

/** Names and values, without those that are missing. A string is an untrusted text. */
export function Pairs({ items }: { items: Record<string, ComponentChildren> }) {
  return (
    <dl class="pairs">
      {Object.entries(items).map(
        ([name, value]) =>
          value && (
            <>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? <Text>{value}</Text> : value}</dd>
            </>
          ),
      )}
    </dl>
  )
}
