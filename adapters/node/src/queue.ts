/**
 * Reads, empties and moves the file of the option `queue`, for tools such as `conversion-capi queue`.
 *
 * @module
 */

export {
  emptyQueue,
  moveQueue,
  type QueueGroup,
  type QueueSummary,
  readQueue,
} from './lib/queue/queue-summary.ts'
