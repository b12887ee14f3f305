import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import type { ServedResource } from '@conversion-capi/content/serve'
import {
  COMMON_ARGS,
  CommandError,
  createCommand,
  formatFinding,
  withInterrupts,
} from '@conversion-capi/meta/terminal'

import { type DevSession, describeSession, startDevSession } from '../dev/dev-session.ts'
import { endProcesses } from '../dev/end-processes.ts'
import { settingsOf } from '../framework/read-settings.ts'
import { describeOwn, hasNoExtension, renderFiles, writeFiles } from '../framework/site-files.ts'
import { loadProject } from '../project/load-project.ts'
import { filePath } from '../site/read-files.ts'

export const files = createCommand({
  args: {
    folder: {
      type: 'positional',
      required: true,
      description: "The folder of the framework's static files, such as public.",
    },
    dir: { type: 'string', description: COMMON_ARGS.dir.description },
    json: COMMON_ARGS.json,
    run: {
      type: 'string',
      description:
        'Write them again when school.config.ts changes while this command runs, with the variables of an emulator: --run="rails server".',
    },
  },
  async run({ folder, dir = '.', run: command }, streams) {
    const root = resolve(streams.cwd(), dir)
    if (command === undefined) {
      const project = await loadProject(root)
      const settings = await settingsOf(project)
      const rendered = await renderFiles(project, settings)
      const { written, findings } = await writeFiles(root, folder, rendered)
      const summary = [
        `Wrote ${written.length} of ${rendered.length} files.`,
        ...describeOwn(settings),
        ...rules(rendered),
      ]
      return { findings, summary: summary.join('\n'), data: { written } }
    }
    const print = (message: string): void => void streams.stdout.write(`${message}\n`)
    const log = ({ message }: { message: string }): void => print(message)
    let hasEnded = false
    let writing = Promise.resolve()
    const session = await startDevSession(root, log, write)
    await write(session)
    print(describeSession(session))
    await withInterrupts(async (signal) => {
      const env = { ...streams.env, ...session.variables }
      const detached = process.platform !== 'win32'
      const child = spawn(command, { shell: true, stdio: 'inherit', cwd: root, env, detached })
      signal.addEventListener('abort', () => endProcesses(child, 'SIGTERM'))
      const [code] = (await once(child, 'close')) as [number | null]
      if (code) throw new CommandError(`The command ${command} exited with code ${code}.`)
    }).finally(async () => {
      // A change can be noticed late.
      hasEnded = true
      await writing.catch(() => {})
      // The folder can be committed or deployed. An invalid school.config.ts has no files.
      const project = await loadProject(root).catch(() => {})
      const rendered = project ? await renderFiles(project, await settingsOf(project)) : []
      await writeFiles(root, folder, rendered)
    })
    return { findings: [], summary: '' }

    function write(current: DevSession): Promise<void> {
      writing = writing
        .catch(() => {})
        .then(async () => {
          if (hasEnded) return
          const { findings } = await writeFiles(root, folder, current.files)
          for (const finding of findings) print(formatFinding(finding, false))
        })
      return writing
    }
  },
})

/** Returns what a server of static files cannot know from their names. */
function rules(all: ServedResource[]): string[] {
  return [
    ...all
      .filter(hasNoExtension)
      .map(
        ({ path, contentType }) => `Your host must send ${path} with Content-Type: ${contentType}`,
      ),
    ...all
      .filter(({ path }) => path.endsWith('/'))
      .map(({ path }) => `Your host must serve ${filePath(path)} at ${path}`),
  ]
}
