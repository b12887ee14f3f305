/**
 * Parses the environment variables of the proxy without logging, for tools that check a deployment.
 *
 * @module
 */

import { FIELD_NAMES, variableOf } from './lib/config/config.ts'

export type { Result } from './lib/common/result.ts'
export type { Config } from './lib/config/config.ts'
export { type Environment, parseConfig } from './lib/config/read-config.ts'
export { parseSchools, variablesOfSchools } from './lib/config/read-schools.ts'

/** The names of all environment variables that `readConfig` reads. */
export const ENV_NAMES: readonly string[] = FIELD_NAMES.map(variableOf)
