/**
 * Checks pages with axe-core. A separate entry because it loads axe-core.
 *
 * @module
 */

export { analyze, LOOKS, type Look, openInLook } from './lib/analyze.ts'
