/**
 * Folders for tests. A separate entry because it needs Vitest.
 *
 * @module
 */

export { createFolder, useFolder } from './lib/folders.ts'
