import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** A source file of an app. `path` is relative to the project. */
export interface AppSource {
  path: string
  code: string
}

const SOURCES =
  '**/*.{astro,cjs,ejs,erb,haml,hbs,html,j2,js,json,jsx,liquid,mdx,mjs,mts,njk,php,pug,slim,svelte,ts,tsx,twig,vue}'
/** What is installed or built, and what only developers see. */
const NOT_SOURCES =
  /(?:^|[\\/])(?:node_modules|\.[^\\/]+|tests?|__tests__|cypress|e2e)$|^(?:dist|build|out|coverage|backend|server|supabase|examples)$/
const MAX_BYTES = 500_000

/** Reads the sources of an app, without tests, packages, output, and the file of its tracker. */
export async function readApp(root: string, tracker?: string): Promise<AppSource[]> {
  const sources: AppSource[] = []
  for await (const path of glob(SOURCES, {
    cwd: root,
    exclude: (each) => NOT_SOURCES.test(each),
  })) {
    if (
      /\.(?:test|spec|stories|d)\.\w+$|(?:^|[\\/])(?:package|tsconfig|.*lock)[^\\/]*\.json$/.test(
        path,
      ) ||
      basename(path) === `${tracker}.js`
    )
      continue
    const code = await readFile(join(root, path), 'utf8').catch(() => '')
    if (code.length <= MAX_BYTES) sources.push({ path: path.replaceAll('\\', '/'), code })
  }
  return sources.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Returns the position after the expression that starts with the brace at `start`. */
export function skipExpression(code: string, start: number): number {
  let end = start
  for (let depth = 0; end < code.length; end += 1) {
    if (code[end] === '{') depth += 1
    else if (code[end] === '}' && (depth -= 1) === 0) break
  }
  return end + 1
}

/** Where the document of each framework and generator begins. */
const SHELL =
  /^(?:src\/)?(?:app\.html|app\/(?:\[\w+\]\/|\([\w-]+\)\/)?layout\.[jt]sx?|app\/root\.[jt]sx|pages\/_document\.[jt]sx?|routes\/__root\.[jt]sx)$|^(?:public\/|src\/)?index\.html$|^src\/layouts\/[^/]+\.astro$|^app\/views\/layouts\/application\.|^resources\/views\/layouts\/app\.|^_layouts\/default\.|^layouts\/_default\/baseof\./
/** A component around every page, to which a layout leaves the document. */
const DOCUMENT = /<html\b[^]*(?:\{\s*(?:props\.)?children\s*\}|<slot\b)/

/** Returns the file with the document's <head>, if there is one. */
export function findShell(sources: AppSource[]): AppSource | undefined {
  const shells = sources.filter(({ path }) => SHELL.test(path))
  return (
    shells.find(({ code }) => /<html\b|<head\b/i.test(code)) ??
    sources.find(({ path, code }) => /layout|document/i.test(path) && DOCUMENT.test(code)) ??
    shells[0]
  )
}

/** Folders and files of what only pupils, customers and employees see, and of elements without a form of their own. */
export const OTHERS =
  /(?:^|[/_-])(?:add|admin|dashboard|edit|login|log-?in|sign-?(?:in|up)|register|account|auth|portal|portals|private|profile|settings|checkout|consent|search|comments?|newsletter|careers?|jobs?|work-?with-?us)(?=[/._-]|$)|(?:Admin|Dashboard|Login|Portal|Workspace|Checkout|Consent|Search|Newsletter|Job|WorkWithUs|Career|Comment|Account|Password)/
