import { resolve } from 'node:path'

import { emptyQueue, type QueueGroup, readQueue } from '@conversion-capi/node/queue'

import { askYes, canAsk } from '../terminal/prompts.ts'
import { CommandError, UsageError, useQueue } from '../terminal/errors.ts'
import { COMMON_ARGS, createCommand } from '../terminal/command.ts'

export const queue = createCommand({
  args: {
    file: {
      type: 'positional',
      required: false,
      description: 'The file of the queue. Default: META_QUEUE_FILE, or queue/events.sqlite.',
    },
    empty: { type: 'boolean', description: 'Delete all events.' },
    yes: { type: 'boolean', description: 'Delete them without asking.' },
    json: COMMON_ARGS.json,
  },
  async run(args, streams) {
    const file = args.file || streams.env['META_QUEUE_FILE']?.trim() || 'queue/events.sqlite'
    const path = resolve(streams.cwd(), file)
    const { groups } = useQueue(() => readQueue(path))
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    const title = `${file}: ${count} waiting ${count === 1 ? 'event' : 'events'}.`
    if (!args.empty) {
      const lines = groups.map((group) => describeGroup(group, Date.now()))
      return { findings: [], summary: [title, ...lines].join('\n'), data: { file, count, groups } }
    }
    if (!args.yes) {
      if (!canAsk(streams) || args.json) throw new UsageError('Write --empty --yes to delete them.')
      const isAgreed = await askYes(`${title} Delete them? They are lost.`, false)
      if (!isAgreed) throw new CommandError('Nothing was deleted.')
    }
    const deleted = useQueue(() => emptyQueue(path))
    return { findings: [], summary: `Deleted events: ${deleted}.`, data: { file, deleted } }
  },
})

function describeGroup(group: QueueGroup, nowMs: number): string {
  const { count, reason, pixelId, school, oldest, due } = group
  const owner = school ?? `pixel …${pixelId.slice(-3)}`
  const next = due > nowMs ? `in ${formatMinutes(due - nowMs)}` : 'now'
  return `  ${count} × ${reason}, ${owner}: the oldest was kept ${formatMinutes(nowMs - oldest)} ago, the next is due ${next}`
}

function formatMinutes(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000))
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}
