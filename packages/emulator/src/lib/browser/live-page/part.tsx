import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

interface PartProps {
  title: string
  /** Shown beside the title. */
  count?: string | false
  children: ComponentChildren
}

/** A part of the details of an event. */
export function Part({ title, count, children }: PartProps): JSX.Element {
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
