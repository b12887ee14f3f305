import type { Finding, Level } from '@conversion-capi/core/diagnostics'

export type { Finding, Level }

/** What a check reports, by default about the file that it reads. */
export type FileFinding = Omit<Finding, 'level' | 'code'>
