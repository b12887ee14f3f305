import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runBin } from '@conversion-capi/test-support'
import { createFolder } from '@conversion-capi/test-support/vitest'

import { DECLARATIONS } from './exceptions.ts'
import { ROOT, type Sample } from './read-samples.ts'
import { writeSamples } from './write-samples.ts'

const TYPESCRIPT = import.meta.resolve('typescript/package.json')

/** The folder of the types of Node. */
export const NODE_TYPES: string = join(ROOT, 'node_modules/@types/node')
/** The folder of the types of Deno. */
const DENO_TYPES: string = fileURLToPath(
  new URL('.', import.meta.resolve('@types/deno/package.json')),
)

/**
 * Compiles samples as one program for each runtime: Deno, or Node and browsers. Call it in a test.
 *
 * @param samples TypeScript and JavaScript samples.
 * @param nodeModules The folder with the packages that the samples import.
 * @returns Nothing, or rejects with the errors of the compiler.
 */
export async function typeCheckSamples(samples: Sample[], nodeModules: string): Promise<void> {
  const forDeno = samples.filter(({ code }) => /\bDeno\.|'npm:/.test(code))
  const others = samples.filter((sample) => !forDeno.includes(sample))
  if (forDeno.length > 0) await typeCheck(forDeno, nodeModules, DENO_TYPES)
  if (others.length > 0) await typeCheck(others, nodeModules, NODE_TYPES)
}

async function typeCheck(samples: Sample[], nodeModules: string, types: string): Promise<void> {
  const folder = await createFolder()
  await writeSamples(samples, nodeModules, folder)
  const declarations = Object.entries(DECLARATIONS).map(
    ([name, code]) => `declare module '${name}' {\n${code}\n}\n`,
  )
  await writeFile(join(folder, 'modules.d.ts'), declarations.join(''))
  await typeCheckFolder(folder, [types])
}

/**
 * Compiles the files of a folder as one program.
 *
 * @param types The folders of the types of the runtimes.
 * @returns Nothing, or rejects with the errors of the compiler.
 */
export async function typeCheckFolder(folder: string, types: string[]): Promise<void> {
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      moduleDetection: 'force',
      lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types,
      // Finds syntax errors only: JavaScript samples use variables of the page.
      allowJs: true,
      jsx: 'preserve',
      isolatedDeclarations: false,
      declaration: false,
    },
    include: ['**/*'],
    exclude: ['node_modules'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  await runBin(TYPESCRIPT, 'tsc', ['-p', folder, '--pretty', 'false'], folder)
}
