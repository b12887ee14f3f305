type Problem = keyof typeof DESCRIPTIONS

/** Creates the error of a file that SQLite could open. */
export function queueFileError(code: Problem): Error {
  return Object.assign(new Error(code), { code })
}

const DESCRIPTIONS = {
  missing: 'does not exist. Check the path.',
  empty: 'is empty: no server has used it as a queue yet. Check the path.',
  unsupported: 'needs node:sqlite. Run the server with Node 22.13 or later.',
  locked: 'is open in another process. End that process.',
  linked:
    'has a second name, under which another server could deliver its events twice. Remove the hard link, or mount the folder of the file instead of the file.',
  newer:
    'was written by a newer version of @conversion-capi/node. Install that version, or move the file away.',
  foreign: 'is a database of another program. Use the name of a new file.',
  corrupt: 'is corrupt. Move the file away, with its "-wal" file, and a new one is created.',
  readOnly:
    'cannot be written. Give the user of the server write access to the file and to its folder.',
  full: 'cannot be written, because the disk is full. Free some space.',
}

/** By the code of Node.js, or the code of SQLite. */
const PROBLEMS: Record<string, Problem> = {
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  EROFS: 'readOnly',
  ENOSPC: 'full',
  ENOENT: 'missing',
  // SQLITE_PERM, SQLITE_BUSY, SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOTADB
  3: 'readOnly',
  5: 'locked',
  8: 'readOnly',
  11: 'corrupt',
  13: 'full',
  14: 'readOnly',
  26: 'corrupt',
  // SQLITE_IOERR_SHMSIZE
  4874: 'full',
}

/** Returns the error for a file that cannot be opened. Its message says what to do. */
export function describeOpenError(error: unknown, path: string): Error {
  const problem = findProblem(error)
  const description = problem
    ? DESCRIPTIONS[problem]
    : `cannot be opened (${codeOf(error)}). Check the path.`
  return new Error(`The queue ${path} ${description}`, { cause: error })
}

/**
 * Returns the error for events that cannot be written. Outcomes contain its code, but not its message, because SQLite
 * could quote values of the event.
 */
export function describeWriteError(error: unknown): Error {
  const code = findProblem(error) === 'full' ? 'DISK_FULL' : codeOf(error)
  return Object.assign(new Error('The event was not stored.'), { code })
}

/** Returns whether another process has the lock (SQLITE_BUSY). The lowest byte is the code, the others are details. */
export function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
}

function findProblem(error: unknown): Problem | undefined {
  const { errcode, code = '' } = error as { errcode?: number; code?: string }
  if (Object.hasOwn(DESCRIPTIONS, code)) return code as Problem
  if (errcode === undefined) return PROBLEMS[code]
  // The lowest byte is the code, the others are details.
  return PROBLEMS[errcode] ?? PROBLEMS[errcode & 0xff]
}

function codeOf(error: unknown): string {
  const { errcode, code, name } = error as { errcode?: number; code?: string; name?: string }
  return errcode === undefined ? (code ?? name ?? 'unknown') : `SQLITE_${errcode}`
}
