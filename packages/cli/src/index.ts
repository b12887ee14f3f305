/**
 * The library half of the command line: each function is what the command of the same name runs, without a
 * terminal. Problems are returned as {@link Finding}s or thrown as a {@link CommandError}.
 *
 * @module
 */

export { loadProject, type Project } from './lib/project/load-project.ts'
export { HOSTS, type Host, type SiteOptions } from './lib/project/site-options.ts'
export { CommandError } from './lib/report/command-error.ts'
export type { Finding, Level } from './lib/report/finding.ts'
