/**
 * The commands about Meta and the school's lists. The command line `conversion-capi` has them, too.
 *
 * @module
 */

import type { FindSite } from './lib/commands/doctor.ts'
import type { CommandEntry } from './lib/terminal/command.ts'

export type { FindSite } from './lib/commands/doctor.ts'
export type { Command, CommandEntry } from './lib/terminal/command.ts'

/** The commands by name. Each is imported when it runs. */
export const COMMANDS = {
  queue: {
    description:
      'Count the events that wait in the queue of the Node server, by age and reason, or delete them.',
    load: async () => (await import('./lib/commands/queue.ts')).queue,
  },
  send: {
    description:
      'Send the events of a file to Meta, up to 1,000 per request. Continues after an interruption.',
    load: async () => (await import('./lib/commands/send.ts')).send,
  },
  reconcile: {
    description:
      'Compare a list of payments or enrollments with the events that were sent. Sends nothing.',
    load: async () => (await import('./lib/commands/reconcile.ts')).reconcile,
  },
  report: {
    description:
      'Print whether the events arrive at Meta, what to do, and the numbers. Sends no event.',
    load: async () => (await import('./lib/commands/report.ts')).report,
  },
  doctor: {
    description:
      'Check the environment variables where they are set, and read the pixel from Meta. Sends no event.',
    load: async (findSite?: FindSite) =>
      (await import('./lib/commands/doctor.ts')).createDoctor(findSite),
  },
} satisfies Record<string, CommandEntry>
