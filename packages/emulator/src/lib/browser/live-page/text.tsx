import type { JSX } from 'preact'

import { shorten, visibleText } from './model/visible-text.ts'

/** Shows an untrusted text: isolated from the direction of its surroundings, with hidden characters escaped. */
export function Text({
  children,
  maxLength = 2000,
}: {
  children: string
  maxLength?: number
}): JSX.Element {
  return <bdi>{shorten(visibleText(children), maxLength)}</bdi>
}
