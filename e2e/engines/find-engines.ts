import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import type { Engine } from './engine.ts'

/** Where an engine is, or a sentence that says why there is none. */
export type FoundEngine = { executable: string } | { missing: string }

/**
 * Finds the engines; as root on Debian, installs those that are missing.
 *
 * @returns What was found, by the engine's name.
 */
export function findEngines(engines: Engine[]): Record<string, FoundEngine> {
  const mayInstall = existsSync('/etc/debian_version') && process.getuid?.() === 0
  const missing = engines.filter((engine) => !engine.find())
  if (missing.length > 0 && mayInstall) install(missing)
  return Object.fromEntries(engines.map((engine) => [engine.name, describe(engine)]))

  function describe({ name, packages, find }: Engine): FoundEngine {
    const executable = find()
    if (executable) return { executable }
    const reason = mayInstall ? 'apt-get could not install' : 'only root on Debian gets'
    return { missing: `${name} was not found, and ${reason} its packages: ${packages.join(', ')}.` }
  }
}

/** Each for itself: one that the distribution does not have keeps nobody from the others. */
function install(engines: Engine[]): void {
  aptGet('update')
  for (const { name, packages } of engines) {
    console.log(`No ${name} found: installing the Debian packages …`)
    aptGet('install', '--yes', '--no-install-recommends', ...packages)
  }
}

function aptGet(...args: string[]): void {
  spawnSync('apt-get', ['--quiet=2', ...args], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
