/**
 * Parses the environment variables of the proxy without logging, for tools that check a deployment.
 *
 * @module
 */

export type { Config } from './lib/config.ts'
export { ENV_NAMES } from './lib/env-variables.ts'
export { type ParsedConfig, parseConfig } from './lib/read-config.ts'
export { parseSchools, variablesOfSchools } from './lib/read-schools.ts'
