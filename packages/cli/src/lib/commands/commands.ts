import type { SubCommandsDef } from 'citty'

/** Every command by name. `run` returns a `CommandResult`. Loaded when called, so that `--help` stays fast. */
export const COMMANDS = {
  init: async () => (await import('./init.ts')).init,
  dev: async () => (await import('./dev.ts')).dev,
  build: async () => (await import('./build.ts')).build,
  check: async () => (await import('./check.ts')).check,
  probe: async () => (await import('./probe.ts')).probe,
  queue: async () => (await import('./queue.ts')).queue,
  send: async () => (await import('./send.ts')).send,
  reconcile: async () => (await import('./reconcile.ts')).reconcile,
  report: async () => (await import('./report.ts')).report,
  doctor: async () => (await import('./doctor.ts')).doctor,
} satisfies SubCommandsDef
