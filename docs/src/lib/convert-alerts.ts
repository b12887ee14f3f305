import { fromMarkdown } from 'mdast-util-from-markdown'

const ASIDES: Record<string, string> = {
  NOTE: 'note',
  TIP: 'tip',
  IMPORTANT: 'note[Important]',
  WARNING: 'caution[Warning]',
  CAUTION: 'danger[Caution]',
}

/** Replaces GitHub's alerts, such as `> [!NOTE]`, with Starlight's asides. */
export function convertAlerts(markdown: string): string {
  return fromMarkdown(markdown)
    .children.filter(({ type }) => type === 'blockquote')
    .toReversed()
    .reduce((result, { position }) => {
      const start = position!.start.offset!
      const end = position!.end.offset!
      return result.slice(0, start) + convertAlert(result.slice(start, end)) + result.slice(end)
    }, markdown)
}

/** Returns other block quotes unchanged. */
function convertAlert(quote: string): string {
  const [kind = '', ...lines] = quote.split('\n').map((line) => line.replace(/^ *> ?/, ''))
  const aside = ASIDES[/^\[!(\w+)\] *$/.exec(kind)?.[1] ?? '']
  return aside ? `:::${aside}\n${lines.join('\n')}\n:::` : quote
}
