/**
 * Reads, empties, corrects and moves the file of the option `queue`, for tools such as `conversion-capi queue`.
 *
 * @module
 */

export { loadSqlite } from './lib/queue/load-sqlite.ts'
export {
  emptyQueue,
  listQueue,
  moveQueue,
  type QueuedEvent,
  type QueueGroup,
  type QueueSummary,
  readQueue,
  retargetQueue,
} from './lib/queue/queue-summary.ts'
