/**
 * Reads and empties the file of the option `queue`, for tools such as `conversion-capi queue`.
 *
 * @module
 */

export { loadSqlite } from './lib/queue/load-sqlite.ts'
export {
  emptyQueue,
  listQueue,
  type QueuedEvent,
  type QueueGroup,
  type QueueSummary,
  readQueue,
} from './lib/queue/queue-summary.ts'
