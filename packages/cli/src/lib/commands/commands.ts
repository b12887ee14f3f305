import { COMMANDS as META_COMMANDS } from '@conversion-capi/meta/commands'
import type { CommandEntry } from '@conversion-capi/meta/terminal'

/** Every command by name, in the order of the usage. */
export const COMMANDS: Record<string, CommandEntry> = {
  init: {
    description: 'Create a project around your pages. Asks for what the flags leave open.',
    load: async () => (await import('./init.ts')).init,
  },
  dev: {
    description: 'Run the site on this machine, with an emulator instead of Meta.',
    load: async () => (await import('./dev.ts')).dev,
  },
  build: {
    description: 'Write the pages, the tracker, the generated files and the settings of the host.',
    load: async () => (await import('./build.ts')).build,
  },
  check: {
    description:
      'Check the pages, the events, the settings and the environment, without a network.',
    load: async () => (await import('./check.ts')).check,
  },
  probe: {
    description:
      'Check a deployment from outside, or whether the pages of a site builder are tracked. Sends no valid event.',
    load: async () => (await import('./probe.ts')).probe,
  },
  ...META_COMMANDS,
  doctor: {
    ...META_COMMANDS.doctor,
    load: async () => META_COMMANDS.doctor.load((await import('../project/find-site.ts')).findSite),
  },
}
