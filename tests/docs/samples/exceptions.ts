import { isBuiltin } from 'node:module'

import { findPackages } from '@conversion-capi/release'

import { readSamples, type Sample } from './read-samples.ts'

/**
 * The types that samples use of modules that this workspace does not install: the tests of the recipes install the
 * frameworks, and these generate the modules with `$` or `:`.
 */
export const DECLARATIONS: Record<string, string> = {
  '@hono/node-server': `export function serve(options: {
      fetch: (request: Request) => Promise<Response>
      port: number
      hostname: string
    }): void`,
  '@hono/node-server/serve-static':
    'export function serveStatic(options: { root: string }): unknown',
  express: `interface App {
      all: (path: string, handler: unknown) => void
      use: (handler: unknown) => void
      listen: (port: number, hostname: string) => void
    }
    declare const express: { (): App; static: (folder: string) => unknown }
    export default express`,
  hono: `export class Hono {
      all(path: string, handler: (context: { req: { raw: Request } }) => Promise<Response>): void
      use(handler: unknown): void
      fetch: (request: Request) => Promise<Response>
    }`,
}

/** Modules of services and of tests. Samples that import them are compiled, but not run. */
export const SERVICES: Record<string, string> = {
  '@conversion-capi/conformance': 'Runs in vitest only.',
  ...Object.fromEntries(Object.keys(DECLARATIONS).map((name) => [name, 'Not installed.'])),
}

/** The path that a sample expects, if it differs from the proxy's path. */
export const PATHS: (Exception & { path: string })[] = [
  {
    page: 'docs/guides/many-schools.md',
    start: 'import { type Config, createHandler, logOutcome }',
    path: '/polaris/functions/v1/conversion-capi',
    reason: 'The path names the school.',
  },
]

interface Exception {
  page: string
  /** How the code starts. */
  start: string
  reason: string
}

/** Returns the entry of a list for a sample. */
export function findException<Entry extends Exception>(
  list: Entry[],
  { page, code }: Sample,
): Entry | undefined {
  return list.find((each) => each.page === page && code.startsWith(each.start))
}

/** Returns the TypeScript and JavaScript samples. */
export function readCompleteSamples(): Sample[] {
  return readSamples('ts', 'tsx', 'js', 'mjs').filter(
    // The tests of the frameworks build these files.
    ({ page }) => page !== 'docs/guides/frameworks.md',
  )
}

/** Returns whether a sample imports only our packages and built-in modules. `packed.test.ts` compiles and runs it. */
export function isSelfContained(sample: Sample): boolean {
  const imports = listImports(sample).filter((name) => !isBuiltin(name))
  return imports.every((name) => PUBLISHED.has(toPackage(name)))
}

const PUBLISHED = new Set(findPackages().map(({ name }) => name))

/** Returns `@conversion-capi/core` for `@conversion-capi/core/pii`. */
export function toPackage(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Returns the packages and built-in modules that a sample imports. */
export function listImports({ code }: Sample): string[] {
  const imports = code.matchAll(/(?:from|^import) '(?:npm:)?([^.'][^']*)'/gm)
  return [...imports].map(([, specifier]) => specifier!)
}
