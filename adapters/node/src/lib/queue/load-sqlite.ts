import type { DatabaseSync } from 'node:sqlite'

import { QueueFileError } from './queue-file-error.ts'

/**
 * Loads `node:sqlite` without the warning of Node 22, and of Node up to 24.14 and 25.6, that it is experimental.
 *
 * @returns The module.
 * @throws {Error} If this version of Node has none.
 */
export function loadSqlite(): { DatabaseSync: typeof DatabaseSync } {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).startsWith('SQLite is an experimental')) return
    Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    const sqlite = process.getBuiltinModule?.('node:sqlite')
    if (!sqlite) throw new QueueFileError('unsupported')
    return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
}
