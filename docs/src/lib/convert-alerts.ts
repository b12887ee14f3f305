import { fromMarkdown } from 'mdast-util-from-markdown'

import { applyEdits, offsetsOf } from './apply-edits.ts'

const ASIDES: Record<string, string> = {
  NOTE: 'note',
  TIP: 'tip',
  IMPORTANT: 'note[Important]',
  WARNING: 'caution[Warning]',
  CAUTION: 'danger[Caution]',
}

/** Replaces GitHub's alerts, such as `> [!NOTE]`, with Starlight's asides. */
export function convertAlerts(markdown: string): string {
  const quotes = fromMarkdown(markdown).children.filter(({ type }) => type === 'blockquote')
  return applyEdits(
    markdown,
    quotes.map((quote) => {
      const { start, end } = offsetsOf(quote)
      return { start, end, text: convertAlert(markdown.slice(start, end)) }
    }),
  )
}

/** Returns other block quotes unchanged. */
function convertAlert(quote: string): string {
  const [kind = '', ...lines] = quote.split('\n').map((line) => line.replace(/^ *> ?/, ''))
  const aside = ASIDES[/^\[!(\w+)\] *$/.exec(kind)?.[1] ?? '']
  return aside ? `:::${aside}\n${lines.join('\n')}\n:::` : quote
}
