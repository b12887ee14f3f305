import { queueFileError } from './queue-file-error.ts'

/**
 * Loads `node:sqlite` without the warning of Node 22, and of Node up to 24.14 and 25.6, that it is experimental.
 *
 * @param load Loads the module, with the caller's types: not every project has Node's.
 * @throws {Error} If this version of Node has none.
 */
export function loadSqlite<Sqlite extends object>(load: () => Sqlite | undefined): Sqlite {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).startsWith('SQLite is an experimental')) return
    Reflect.apply(emitWarning, process, [warning, ...rest])
  }
  try {
    const sqlite = load()
    if (!sqlite) throw queueFileError('unsupported')
    return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
}
