import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url))

/** A code sample in a Markdown page. */
export interface Sample {
  /** Path of the page in the repository. */
  page: string
  /** Line of the page on which the code starts. */
  line: number
  /** `ts`, `sh`, … */
  language: string
  code: string
  /** The file that a comment in the first line names: `api/conversion-capi.ts`. */
  file?: string
}

/** Returns the paths of all pages, except the specification, whose text is fixed. */
export function listPages(): string[] {
  return globSync('{*,{docs,packages,adapters,examples,bench,tests,tools}/**/*}.md', {
    cwd: ROOT,
    exclude: (path) => /node_modules|\bdist\b|CHANGELOG|SPECIFICATION|docs\/reference/.test(path),
  }).sort()
}

/** Returns the samples of all pages. */
export function readSamples(...languages: string[]): Sample[] {
  return listPages()
    .flatMap(readPage)
    .filter(({ language }) => languages.includes(language) || languages.length === 0)
}

/** Returns the name of a sample in the title of a test and in the paths of errors. */
export function nameOf({ page, line }: Pick<Sample, 'page' | 'line'>): string {
  return `${page}:${line}`
}

function readPage(page: string): Sample[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8')
  return [...markdown.matchAll(FENCE)].map(({ 1: indent, 3: language, 4: text, index }) => {
    const code = text!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const file = FILE_COMMENT.exec(code)?.[1]
    return {
      page,
      line: markdown.slice(0, index).split('\n').length + 1,
      language: language!,
      code,
      ...(file !== undefined && { file }),
    }
  })
}

const FENCE = /^( *)(`{3,})([^\n]*)\n(.*?)^\1\2 *$/gms
const FILE_COMMENT = /^(?:\/\/|#|<!--) ([\w./-]+\.\w+)(?: -->)?\n/
