import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { COMMANDS as META_COMMANDS } from '@conversion-capi/meta/commands'
import { runCommandLine } from '@conversion-capi/meta/start'
import type { CommandEntry, Output, Site, Streams } from '@conversion-capi/meta/terminal'

import manifest from '../../package.json' with { type: 'json' }
import { findPackageManager, useManager } from './project/package-manager.ts'

export const COMMANDS: Record<string, CommandEntry> = {
  init: {
    description: 'Create a project around your pages. Asks for what the flags leave open.',
    load: async () => (await import('./commands/init.ts')).init,
  },
  dev: {
    description: 'Run the site on this machine, with an emulator instead of Meta.',
    load: async () => (await import('./commands/dev.ts')).dev,
  },
  build: {
    description: 'Write the pages, the tracker, the generated files and the settings of the host.',
    load: async () => (await import('./commands/build.ts')).build,
  },
  files: {
    description: 'Write the tracker and the generated files into the static files of a framework.',
    load: async () => (await import('./commands/files.ts')).files,
  },
  check: {
    description:
      'Check the pages, the events, the settings and the environment, without a network.',
    load: async () => (await import('./commands/check.ts')).check,
  },
  probe: {
    description:
      'Check a deployment from outside, or whether the pages of a site builder are tracked. Sends no valid event.',
    load: async () => (await import('./commands/probe.ts')).probe,
  },
  visit: {
    description:
      'Go through the site in a browser, send its forms, and report what Meta would receive. Sends nothing.',
    load: async () => (await import('./commands/visit.ts')).visit,
  },
  ...META_COMMANDS,
  doctor: {
    ...META_COMMANDS.doctor,
    load: () => META_COMMANDS.doctor.load(findSite),
  },
}

function findSite(dir: string): (() => Promise<Site>) | undefined {
  if (!existsSync(join(dir, 'school.config.ts'))) return undefined
  return async () => {
    const { loadProject, siteOf } = await import('./project/load-project.ts')
    return siteOf(await loadProject(dir))
  }
}

/**
 * Runs a command and prints its result, with the commands of the project's package manager. Never rejects.
 *
 * @param argv The arguments: `['build', '--json']`.
 * @returns The exit code: 0, 1 for an error, 2 for a wrong command or flag.
 */
export async function main(argv: string[], streams: Streams): Promise<number> {
  const { name, version, description } = manifest
  const [, folder = '.'] = argv.filter((each) => !each.startsWith('-'))
  const [, dir = folder] = /(?:^|\n)--dir[=\n](.+)/.exec(argv.join('\n')) ?? []
  let manager: string | undefined
  const toManager = (text: string): string => {
    if (!/\bnp[mx] /.test(text)) return text
    // A URL or a file is no folder, but only the folders above it count.
    manager ??= findPackageManager(resolve(streams.cwd(), dir), streams.env)
    return useManager(text, manager)
  }
  const toOutput = (output: Output): Output => ({
    isTTY: output.isTTY === true,
    write: (text) => output.write(toManager(text)),
  })
  return runCommandLine({ name, version, description, commands: COMMANDS }, argv, {
    stdin: streams.stdin,
    env: streams.env,
    cwd: () => streams.cwd(),
    stdout: toOutput(streams.stdout),
    stderr: toOutput(streams.stderr),
  })
}
