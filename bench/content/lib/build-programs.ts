import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'

const PROGRAMS = ['write-ours', 'write-theirs', 'time-resources'] as const
export type Program = (typeof PROGRAMS)[number]

/** Bundles the programs into a folder as JavaScript, so that type stripping in Node is not measured. */
export async function buildPrograms(folder: string): Promise<Record<Program, string>> {
  await build({
    entryPoints: PROGRAMS.map((name) =>
      fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url)),
    ),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    legalComments: 'none',
    outExtension: { '.js': '.mjs' },
    outdir: folder,
  })
  const files = PROGRAMS.map((name) => [name, `${folder}/${name}.mjs`])
  return Object.fromEntries(files) as Record<Program, string>
}
