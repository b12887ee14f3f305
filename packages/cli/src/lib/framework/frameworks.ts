import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { readManifest } from '../project/read-manifest.ts'
import type { Framework } from '../project/site-options.ts'
import type { ConfigEdit } from './edit-config.ts'

export interface FrameworkRecord {
  label: string
  /** The package by which `init` recognizes it. */
  dependency: string
  /** The name of its configuration file without the extension, and what the file needs. */
  config: string
  edit: ConfigEdit
  /** The files of the app that serve the endpoint and the file without an extension. */
  files: Record<string, string>
  /** What only a person can add. */
  byHand: string[]
}

const HANDLER = `import { createHandler, logOutcome, readConfig } from '@conversion-capi/core'
`
const CREATE = `const handle = createHandler({
  config: readConfig(process.env),
  onOutcome: logOutcome(),
  // Vercel's previews forward no events to the real pixel.
  preview: process.env['VERCEL_ENV'] === 'preview' ? 'VERCEL_ENV is "preview"' : undefined,
})
`
const VITE: ConfigEdit = { name: 'conversionCapi', from: 'conversion-capi/vite', list: 'plugins' }
const PATH = 'functions/v1/conversion-capi'

type Recognized = Exclude<Framework, 'other'>

/** In the order in which they are recognized: Vite itself is in most of them. */
export const FRAMEWORK_RECORDS: Record<Recognized, FrameworkRecord> = {
  next: {
    label: 'Next.js',
    dependency: 'next',
    config: 'next.config',
    edit: { name: 'withConversionCapi', from: 'conversion-capi/next' },
    files: {
      [`app/${PATH}/route.ts`]: `${HANDLER}
${CREATE}
export { handle as GET, handle as OPTIONS, handle as POST }
`,
    },
    byHand: [
      'In app/layout.tsx, inside <html>: <head><script src="/{tracker}.js" async></script></head>',
      'With the Pages Router, in pages/_document.tsx, inside <Head>: <script src="/{tracker}.js" async></script>',
      'If you have a proxy.ts or middleware.ts, leave functions and for-llm out of its matcher.',
    ],
  },
  astro: {
    label: 'Astro',
    dependency: 'astro',
    config: 'astro.config',
    edit: { name: 'conversionCapiAstro', from: 'conversion-capi/vite', list: 'integrations' },
    files: {
      [`src/pages/${PATH}.ts`]: `${HANDLER}import type { APIRoute } from 'astro'

export const prerender = false

${CREATE}
export const ALL: APIRoute = ({ request }) => handle(request)
`,
      'src/pages/.well-known/api-catalog.ts': `export { GET } from 'conversion-capi/files'

export const prerender = false
`,
    },
    byHand: [
      'In the <head> of your layout: <script is:inline src="/{tracker}.js" async></script>',
      'If the site has no adapter for a server yet: npx astro add node, or the one of your host.',
    ],
  },
  nuxt: {
    label: 'Nuxt',
    dependency: 'nuxt',
    config: 'nuxt.config',
    edit: { name: 'conversionCapiNuxt', from: 'conversion-capi/vite', list: 'modules' },
    files: {
      [`server/routes/${PATH}.ts`]: `${HANDLER}
${CREATE}
export default defineEventHandler((event) => handle(toWebRequest(event)))
`,
    },
    byHand: [],
  },
  sveltekit: {
    label: 'SvelteKit',
    dependency: '@sveltejs/kit',
    config: 'vite.config',
    edit: VITE,
    files: {
      [`src/routes/${PATH}/+server.ts`]: `${HANDLER}import type { RequestHandler } from '@sveltejs/kit'

${CREATE}
export const fallback: RequestHandler = ({ request }) => handle(request)
`,
      'src/routes/.well-known/api-catalog/+server.ts': `export { GET } from 'conversion-capi/files'
`,
    },
    byHand: [
      'In the <head> of src/app.html: <script src="%sveltekit.assets%/{tracker}.js" async></script>',
      'If the site has no adapter for your host yet: npx sv add sveltekit-adapter',
    ],
  },
  'tanstack-start': {
    label: 'TanStack Start',
    dependency: '@tanstack/react-start',
    config: 'vite.config',
    edit: VITE,
    files: {
      [`src/routes/${PATH}.ts`]: `${HANDLER}import { createFileRoute } from '@tanstack/react-router'

${CREATE}
export const Route = createFileRoute('/${PATH}')({
  server: { handlers: { ANY: ({ request }) => handle(request) } },
})
`,
      'src/routes/[.]well-known/api-catalog.ts': `import { createFileRoute } from '@tanstack/react-router'
import { GET } from 'conversion-capi/files'

export const Route = createFileRoute('/.well-known/api-catalog')({ server: { handlers: { GET } } })
`,
    },
    byHand: ['In the <head> of src/routes/__root.tsx: <script src="/{tracker}.js" async></script>'],
  },
  'react-router': {
    label: 'React Router',
    dependency: '@react-router/dev',
    config: 'vite.config',
    edit: VITE,
    files: {
      'app/conversion-capi.ts': `${HANDLER}
${CREATE}
export const loader = ({ request }: { request: Request }) => handle(request)
export const action = loader
`,
      'app/api-catalog.ts': `export { loader } from 'conversion-capi/files'
`,
    },
    byHand: [
      'In the <head> of app/root.tsx: <script src="/{tracker}.js" async></script>',
      `In the list of app/routes.ts: { path: '${PATH}', file: 'conversion-capi.ts' },`,
      "In the list of app/routes.ts: { path: '.well-known/api-catalog', file: 'api-catalog.ts' },",
    ],
  },
  vite: {
    label: 'Vite',
    dependency: 'vite',
    config: 'vite.config',
    edit: VITE,
    files: {},
    byHand: [
      'The function of your host, which receives the events: see "An existing project" on its page of the documentation.',
    ],
  },
}

/** Returns the framework of a project, if its dependencies and its configuration file show one. */
export async function findFramework(root: string): Promise<Recognized | undefined> {
  const { dependencies, devDependencies } = (await readManifest(root)) ?? {}
  const installed = { ...dependencies, ...devDependencies }
  return (Object.keys(FRAMEWORK_RECORDS) as Recognized[]).find(
    (name) =>
      installed[FRAMEWORK_RECORDS[name].dependency] !== undefined &&
      findConfigFile(root, FRAMEWORK_RECORDS[name]) !== undefined,
  )
}

/** Programs that make the pages from other files, by their package. */
const GENERATOR_PACKAGES: Record<string, string> = {
  'react-scripts': 'Create React App',
  gatsby: 'Gatsby',
  '@angular/core': 'Angular',
  '@docusaurus/core': 'Docusaurus',
  vitepress: 'VitePress',
  '@11ty/eleventy': 'Eleventy',
  '@vue/cli-service': 'Vue CLI',
}

/** The same by a file of the project, in the order in which they are recognized: Jekyll has a Gemfile, too. */
const GENERATOR_FILES: Record<string, string> = {
  'hugo.toml': 'Hugo',
  'hugo.yaml': 'Hugo',
  'hugo.yml': 'Hugo',
  'hugo.json': 'Hugo',
  '_config.yml': 'Jekyll',
  '_config.yaml': 'Jekyll',
  'mkdocs.yml': 'MkDocs',
  'mkdocs.yaml': 'MkDocs',
  Gemfile: 'Rails',
  artisan: 'Laravel',
}

/** Returns the name of a program that makes the pages, if there is a sign of one that is no framework of ours. */
export async function findGenerator(root: string): Promise<string | undefined> {
  const { dependencies, devDependencies } = (await readManifest(root)) ?? {}
  const installed = { ...dependencies, ...devDependencies }
  const name = Object.keys(GENERATOR_PACKAGES).find((each) => installed[each] !== undefined)
  const file = Object.keys(GENERATOR_FILES).find((each) => existsSync(join(root, each)))
  return name ? GENERATOR_PACKAGES[name] : file && GENERATOR_FILES[file]
}

export function findConfigFile(root: string, { config }: FrameworkRecord): string | undefined {
  return ['ts', 'mts', 'mjs', 'js', 'cjs']
    .map((extension) => `${config}.${extension}`)
    .find((name) => existsSync(join(root, name)))
}

/** Returns the files of the app. Next.js can have them in `src`, and installs TypeScript if a file needs it. */
export function filesOf(root: string, { config, files }: FrameworkRecord): Record<string, string> {
  if (config !== 'next.config') return files
  const isInSource = ['src/app', 'src/pages'].some((each) => existsSync(join(root, each)))
  const folder = isInSource ? 'src/' : ''
  const isTyped = existsSync(join(root, 'tsconfig.json'))
  const entries = Object.entries(files).map(([path, body]) => [
    folder + (isTyped ? path : path.replace(/ts$/, 'js')),
    body,
  ])
  return Object.fromEntries(entries) as Record<string, string>
}
