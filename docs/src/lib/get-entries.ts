import { getCollection } from 'astro:content'

/** A page as the loader stores it. Astro generates its type only during the build. */
interface Entry {
  id: string
  data: { title: string; description?: string }
  body: string
}

export async function getEntries(): Promise<Map<string, Entry>> {
  const entries: Entry[] = await getCollection('docs')
  return new Map(entries.map((entry) => [entry.id, entry]))
}

/** Returns a page as Markdown, with links to pages of the site. */
export function renderMarkdown({ data, body }: Entry): string {
  return `# ${data.title}\n\n${body}`
}
