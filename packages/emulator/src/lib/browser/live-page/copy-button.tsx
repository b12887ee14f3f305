import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

interface CopyButtonProps {
  label: string
  /** Returns the text, when the button is pressed. */
  text: () => string
  /** Describes the button if its label is not unique. */
  description?: string
}

/** A button that copies a text to the clipboard. */
export function CopyButton({ label, text, description }: CopyButtonProps): JSX.Element {
  const [state, setState] = useState<'' | 'Copied' | 'Not allowed'>('')
  const copy = () => {
    navigator.clipboard
      .writeText(text())
      .then(() => setState('Copied'))
      .catch(() => setState('Not allowed'))
      .finally(() => setTimeout(() => setState(''), 2000))
  }
  return (
    <button type="button" class="small" aria-label={description} onClick={copy}>
      <span aria-live="polite">{state || label}</span>
    </button>
  )
}
