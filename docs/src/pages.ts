import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackages } from '@conversion-capi/release'

export const API_ENTRIES = findPackages().flatMap(({ name, folder }) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return (
    Object.entries<string>(exports)
      // Internal: shared by our own packages.
      .filter(([subpath, target]) => target.endsWith('.ts') && subpath !== './terminal')
      .map(([subpath, target]) => ({
        specifier: name + subpath.slice('.'.length),
        file: join(folder, target),
      }))
  )
})

/** A page of the site: a Markdown file of this repository. Its first heading is the title. */
export interface DocsPage {
  /** The path on the site, without slashes at the ends. */
  slug: string
  file: string
  /** Replaces the first heading, if that is clear only in its folder. */
  title?: string
}

interface PageGroup {
  group: string
  pages: DocsPage[]
}

/** The page at `/`, which is not in the sidebar. */
export const FRONT_PAGE: DocsPage = { slug: 'index', file: 'docs/index.md' }

export const FRONT_BUTTONS = [
  ['Try it on your machine', 'start/on-your-machine'],
  ['How it works', 'start/how-it-works'],
] as const

export const NOT_FOUND_PAGE: DocsPage = { slug: '404', file: 'docs/404.md' }

export const PUBLIC_FOLDER = 'docs/public'

const REFERENCE_PAGES = [
  'environment-variables',
  'tracker-attributes',
  'customer-information',
  'labels',
  'command-line',
  'findings',
] as const

export type ReferencePage = (typeof REFERENCE_PAGES)[number]

/** The table of contents. The sidebar shows the groups and pages in this order. */
export const PAGES: PageGroup[] = [
  listPages('Start', 'start', [
    'how-it-works',
    'installation',
    'on-your-machine',
    'vercel',
    'netlify',
    'cloudflare',
    'deno',
    'supabase',
    'node',
    'frameworks',
    'going-live',
  ]),
  listPages('Guides', 'guides', [
    'tracker',
    'consent',
    'consent-platforms',
    'content-security-policy',
    'site-builders',
    'school-description',
    'frameworks',
    'app-builders',
    'app-site',
    'crm',
    'payment-webhooks',
    'import-events',
    'redelivery',
    'many-schools',
    'preview-deployments',
    'visit',
    'does-it-work',
    'operating',
    'own-server',
    'updating',
    'privacy',
    'browsers',
  ]),
  listPages('Troubleshooting', 'troubleshooting', ['symptoms', 'meta-codes']),
  listPages('Migrate', 'migrate', [
    'hand-written-proxy',
    'business-sdk',
    'server-side-gtm',
    'conversions-api-gateway',
    'meta-one-click',
  ]),
  listPages('Reference', 'reference', REFERENCE_PAGES),
  {
    group: 'API',
    pages: API_ENTRIES.map(({ specifier }) => {
      const name = specifier.replace('@conversion-capi/', '')
      const slug = `reference/api/${name}`
      return { slug, file: `docs/${slug}.md`, title: `API: ${name}` }
    }),
  },
  {
    group: 'Packages',
    pages: [
      { slug: 'packages/cli', file: 'packages/cli/README.md', title: 'The command line' },
      { slug: 'packages/meta', file: 'packages/meta/README.md' },
      { slug: 'packages/core', file: 'packages/core/README.md' },
      { slug: 'packages/tracker', file: 'packages/tracker/README.md' },
      { slug: 'packages/content', file: 'packages/content/README.md' },
      { slug: 'packages/emulator', file: 'packages/emulator/README.md' },
      { slug: 'packages/vercel', file: 'adapters/vercel/README.md' },
      { slug: 'packages/netlify', file: 'adapters/netlify/README.md' },
      { slug: 'packages/cloudflare', file: 'adapters/cloudflare/README.md' },
      { slug: 'packages/deno', file: 'adapters/deno/README.md' },
      { slug: 'packages/node', file: 'adapters/node/README.md' },
      { slug: 'packages/recipes', file: 'examples/recipes/README.md' },
    ],
  },
  {
    group: 'Inside',
    pages: [
      { slug: 'inside/architecture', file: 'ARCHITECTURE.md' },
      { slug: 'inside/specification', file: 'SPECIFICATION.md' },
      { slug: 'inside/decisions', file: 'decisions/README.md' },
      { slug: 'inside/threats', file: 'docs/inside/threats.md' },
      { slug: 'inside/meta-claims', file: 'docs/inside/meta-claims.md' },
      { slug: 'inside/tests', file: 'docs/inside/tests.md' },
      { slug: 'inside/tested-hosts', file: 'docs/inside/tested-hosts.md' },
      { slug: 'inside/tested-builders', file: 'docs/inside/tested-builders.md' },
      { slug: 'inside/benchmarks', file: 'bench/RESULTS.md', title: 'Benchmarks' },
      { slug: 'inside/benchmark-methods', file: 'bench/README.md', title: 'How we measure' },
      { slug: 'inside/soak-and-fuzz', file: 'tests/long-runs/README.md', title: 'Long runs' },
      {
        slug: 'inside/validators',
        file: 'tests/validators/README.md',
        title: 'Third-party validators',
      },
      { slug: 'inside/contributing', file: 'CONTRIBUTING.md' },
      { slug: 'inside/maintaining', file: 'MAINTAINING.md' },
      { slug: 'inside/security', file: 'SECURITY.md' },
    ],
  },
]

export const LISTED_PAGES: DocsPage[] = [FRONT_PAGE, ...PAGES.flatMap(({ pages }) => pages)]

/** Returns the page that shows a file or a folder's README. `path` is relative to the repository. */
export function findPage(path: string): DocsPage | undefined {
  const [, decision] = /^decisions\/(\d.+)\.md$/.exec(path) ?? []
  // Not in the sidebar. The page "Decisions" links to them.
  if (decision) return { slug: `inside/decisions/${decision}`, file: path }
  return LISTED_PAGES.find(({ file }) => file === path || file === `${path}/README.md`)
}

function listPages(group: string, folder: string, names: readonly string[]): PageGroup {
  return {
    group,
    pages: names.map((name) => ({ slug: `${folder}/${name}`, file: `docs/${folder}/${name}.md` })),
  }
}
