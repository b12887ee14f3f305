import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Finding } from '@conversion-capi/content'
import { isJsonObject } from '@conversion-capi/core/protocol'
import { CommandError } from '@conversion-capi/meta/terminal'

import { type Host, HOST_RECORDS } from '../hosts/hosts.ts'
import { readManifest } from '../project/read-manifest.ts'
import { localPath } from './copy-project.ts'

/** Copies packages that are installed from files. Deno installs no files, so it gets the unpacked packages. */
export async function copyLocalPackages(
  from: string,
  folder: string,
  host: Host,
): Promise<Finding[]> {
  const own = await readManifest(from)
  const declared = { ...own?.devDependencies, ...own?.dependencies }
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const dependencies: Record<string, string> = manifest.dependencies
  const names = new Set(Object.keys(dependencies))
  const unpacked = HOST_RECORDS[host].packages
  const packages = unpacked ?? 'packages'
  const copied = new Map<string, string>()
  const findings: Finding[] = []
  // The packages from files depend on each other, and no registry has them.
  for (const name of names) {
    const path = localPath(declared[name] ?? '', from)
    if (path === undefined) continue
    const installed = await findInstalled(name, from)
    const { dependencies: indirect = {} } = (await readManifest(installed)) ?? {}
    for (const each of Object.keys(indirect)) {
      if (localPath(declared[each] ?? '', from) !== undefined) names.add(each)
    }
    if (unpacked) {
      await cp(installed, join(folder, packages, name), {
        recursive: true,
        filter: (source) => !relative(installed, source).split(sep).includes('node_modules'),
      })
      copied.set(name, `${packages}/${name}`)
      delete dependencies[name]
    } else if (/\.(?:tgz|tar\.gz)$/.test(path) && existsSync(path)) {
      await mkdir(join(folder, packages), { recursive: true })
      await copyFile(path, join(folder, packages, basename(path)))
      dependencies[name] = `file:${packages}/${basename(path)}`
    } else {
      dependencies[name] = `file:${path}`
      findings.push({
        level: 'warning',
        file: 'package.json',
        message: `The package ${name} is installed from ${path}, so the output works on this machine only.`,
        fix: 'Install it from a packed file (.tgz) or a registry.',
      })
    }
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  if (unpacked) await writeDenoImports(folder, host, dependencies, copied)
  return findings
}

async function findInstalled(name: string, from: string): Promise<string> {
  try {
    const file = findPackageJSON(name, pathToFileURL(join(from, 'package.json')))
    return await realpath(dirname(file!))
  } catch {
    throw new CommandError(`The package ${name} is not installed. Run "npm install" first.`)
  }
}

/**
 * Writes the `deno.json` of a Deno server that needs copied packages, and of each Supabase function that has none.
 * Supabase resolves imports with it, and ignores the `package.json` of the project.
 *
 * @param copied The folders of the other packages, relative to the output folder, by name.
 * @see https://supabase.com/docs/guides/functions/dependencies
 */
async function writeDenoImports(
  folder: string,
  host: Host,
  dependencies: Record<string, string>,
  copied: ReadonlyMap<string, string>,
): Promise<void> {
  if (host === 'deno') {
    if (copied.size > 0) await write(join(folder, 'deno.json'), './')
    return
  }
  const functions = join(folder, 'supabase/functions')
  for (const entry of await readdir(functions, { withFileTypes: true })) {
    const file = join(functions, entry.name, 'deno.json')
    // Folders that start with "_" are shared by functions.
    if (!entry.isDirectory() || entry.name.startsWith('_') || existsSync(file)) continue
    await write(file, '../../../')
  }

  async function write(file: string, toFolder: string): Promise<void> {
    const imports: Record<string, string> = toNpm(dependencies)
    for (const [name, path] of copied) {
      const { exports = {}, dependencies: indirect = {} } = JSON.parse(
        await readFile(join(folder, path, 'package.json'), 'utf8'),
      )
      for (const [subpath, target] of Object.entries(exports)) {
        const entry: unknown = isJsonObject(target) ? target['default'] : target
        if (typeof entry !== 'string' || !/\.[jt]s$/.test(entry)) continue
        imports[name + subpath.slice('.'.length)] =
          `${toFolder}${path}/${entry.replace(/^\.\//, '')}`
      }
      const external = Object.entries(indirect as Record<string, string>)
      Object.assign(
        imports,
        toNpm(Object.fromEntries(external.filter(([each]) => !copied.has(each)))),
      )
    }
    await writeFile(file, `${JSON.stringify({ imports }, null, 2)}\n`)
  }
}

function toNpm(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [name, `npm:${name}@${version}`]),
  )
}
