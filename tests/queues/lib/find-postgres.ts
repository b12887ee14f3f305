import { globSync } from 'node:fs'
import { dirname } from 'node:path'

import { findExecutable, installDebianPackages } from '@conversion-capi/test-support'

export type FoundPostgres = { bin: string } | { missing: string }

/** Finds PostgreSQL. Installs it if it is missing and this process is root on Debian. */
export function findPostgres(): FoundPostgres {
  const mayInstall = !findBin() && installDebianPackages('postgresql')
  const bin = findBin()
  if (bin) return { bin }
  const reason = mayInstall ? 'apt-get did not install it' : 'only root on Debian may install it'
  return { missing: `PostgreSQL was not found and ${reason}. Package: postgresql.` }
}

function findBin(): string | undefined {
  // Debian puts only the client's commands on the PATH.
  const initdb = findExecutable(...globSync('/usr/lib/postgresql/*/bin/initdb').sort(), 'initdb')
  const bin = initdb && dirname(initdb)
  return bin && findExecutable(`${bin}/pg_isready`) && bin
}
