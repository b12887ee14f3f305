import type { CommandDef } from 'citty'

/** Every command by name. `run` returns a `Report`. Loaded when called, so that `--help` stays fast. */
export const COMMANDS: Record<string, () => Promise<CommandDef>> = {}
