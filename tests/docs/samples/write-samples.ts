import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import { readSamples, ROOT, type Sample } from './read-samples.ts'

/**
 * Writes each sample into a separate folder, with the files that it imports: other samples of its page, files beside
 * its page, or files of the example school.
 *
 * @param samples TypeScript or JavaScript samples.
 * @param nodeModules The folder with the packages that the samples import.
 * @param folder An empty folder.
 * @returns The path of each sample.
 */
export async function writeSamples(
  samples: Sample[],
  nodeModules: string,
  folder: string,
): Promise<Map<Sample, string>> {
  await symlink(nodeModules, join(folder, 'node_modules'), 'junction')
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const paths = new Map<Sample, string>()
  for (const sample of samples) {
    const own = join(folder, sample.page.replace(/\W+/g, '-'), String(sample.line))
    const path = join(own, sample.file ?? `sample.${sample.language}`)
    // The compiler and Node know packages only without the prefix of Deno.
    await write(path, sample.code.replaceAll(`'npm:`, `'`))
    await writeImports(path, own, sample.page)
    paths.set(sample, path)
  }
  return paths
}

async function writeImports(path: string, own: string, page: string): Promise<void> {
  const code = await readFile(path, 'utf8')
  for (const [, specifier] of code.matchAll(/(?:from|import) ['"](\.{1,2}\/[^'"]+)['"]/g)) {
    const target = join(dirname(path), specifier!)
    const file = relative(own, target)
    if (existsSync(target)) continue
    const sibling = readSamples().find((each) => each.page === page && each.file === file)
    const source = [dirname(page), 'examples/school-site']
      .map((place) => join(ROOT, place, file))
      .find(existsSync)
    if (sibling) await write(target, sibling.code)
    else if (source) {
      await mkdir(dirname(target), { recursive: true })
      await cp(source, target)
    }
    // The compiler reports a file that is still missing.
    if (existsSync(target)) await writeImports(target, own, page)
  }
}

async function write(path: string, code: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, code)
}
