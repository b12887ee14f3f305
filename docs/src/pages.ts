/** A page of the site: a Markdown file of this repository. Its first heading is the title. */
export interface DocsPage {
  /** The path on the site, without slashes at the ends. */
  slug: string
  /** The path of the file in the repository. */
  file: string
}

interface PageGroup {
  group: string
  pages: DocsPage[]
}

/** The page at `/`, which is not in the sidebar. */
export const FRONT_PAGE: DocsPage = { slug: 'index', file: 'docs/index.md' }

/** The table of contents. The sidebar shows the groups and pages in this order. */
export const PAGES: PageGroup[] = [
  listPages('Start', 'start', [
    'how-it-works',
    'installation',
    'vercel',
    'netlify',
    'cloudflare',
    'deno',
    'supabase',
    'node',
    'frameworks',
    'on-your-machine',
    'going-live',
  ]),
  listPages('Guides', 'guides', [
    'tracker',
    'consent',
    'single-page-sites',
    'content-security-policy',
    'site-builders',
    'school-description',
    'app-site',
    'payment-webhooks',
    'redelivery',
    'many-schools',
    'preview-deployments',
    'operating',
    'token-rotation',
    'privacy',
    'children',
    'browsers',
  ]),
  listPages('Troubleshooting', 'troubleshooting', ['symptoms', 'meta-codes', 'messages']),
  listPages('Migrate', 'migrate', [
    'hand-written-proxy',
    'business-sdk',
    'server-side-gtm',
    'conversions-api-gateway',
  ]),
  {
    group: 'Inside',
    pages: [
      { slug: 'inside/architecture', file: 'ARCHITECTURE.md' },
      { slug: 'inside/specification', file: 'SPECIFICATION.md' },
      { slug: 'inside/decisions', file: 'decisions/README.md' },
      { slug: 'inside/threats', file: 'docs/inside/threats.md' },
      { slug: 'inside/tests', file: 'docs/inside/tests.md' },
      { slug: 'inside/tested-hosts', file: 'docs/inside/tested-hosts.md' },
      { slug: 'inside/mutation-testing', file: 'docs/inside/mutation-testing.md' },
      { slug: 'inside/benchmarks', file: 'bench/RESULTS.md' },
    ],
  },
]

/** Returns a group whose files are in `docs/<folder>/`. */
function listPages(group: string, folder: string, names: string[]): PageGroup {
  return {
    group,
    pages: names.map((name) => ({ slug: `${folder}/${name}`, file: `docs/${folder}/${name}.md` })),
  }
}
