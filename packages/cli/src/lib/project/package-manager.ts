import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Streams } from '@conversion-capi/meta/terminal'

const LOCK_FILES: Record<string, string> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
}

/**
 * Returns the package manager of a project: by `packageManager` in its `package.json` or by its lock file, which can be
 * at the root of a workspace, or else the one that runs this process.
 */
export function findPackageManager(root: string, env: Streams['env']): string {
  for (let folder = root; ; folder = dirname(folder)) {
    const [, declared] = DECLARED.exec(readManifest(folder)) ?? []
    const lock = Object.keys(LOCK_FILES).find((each) => existsSync(join(folder, each)))
    if (declared || lock) return declared ?? LOCK_FILES[lock!]!
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) break
  }
  return /^(?:pnpm|yarn|bun)(?=\/)/.exec(env['npm_config_user_agent'] ?? '')?.[0] ?? 'npm'
}

const DECLARED = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/

function readManifest(folder: string): string {
  try {
    return readFileSync(join(folder, 'package.json'), 'utf8')
  } catch {
    // Whoever needs the file says that it cannot be read.
    return ''
  }
}

/** Returns a text whose commands of npm are those of another package manager. */
export function useManager(text: string, manager: string): string {
  if (manager === 'npm') return text
  const isBun = manager === 'bun'
  const local = { pnpm: 'pnpm exec', yarn: 'yarn' }[manager] ?? 'bunx'
  return (
    text
      .replaceAll('npm install --save-dev ', `${manager} add -D `)
      .replaceAll(/\bnpm (?=run |install\b|start\b)/g, `${manager} `)
      // `init` runs before the package is installed.
      .replaceAll(/\bnpx (?=conversion-capi (?!init))/g, `${local} `)
      .replaceAll(/\bnpx /g, isBun ? 'bunx ' : `${manager} dlx `)
  )
}
