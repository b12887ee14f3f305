import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { CommandError, relativePath } from '@conversion-capi/meta/terminal'

import { locateProblems } from './locate-field.ts'
import { CONFIG_FILE } from './project-folders.ts'

export interface ConfigExports {
  default: unknown
  site: unknown
  /** The file as JavaScript with the lines of the original, if it can be converted. */
  source: string
}

interface Message {
  source?: string
  exports?: Omit<ConfigExports, 'source'>
  error?: { name: string; message: string; stack: string; problems?: string[] }
}

/**
 * Loads the configuration with Node's own TypeScript support, in a worker: every call loads the current version of all
 * its imports, and a file that exits or never ends stops only the worker.
 */
export async function loadConfig(root: string): Promise<ConfigExports> {
  const { error, exports, source = '' } = await runWorker(root)
  if (exports) return { ...exports, source }
  if (error === undefined) {
    throw new CommandError(
      `${CONFIG_FILE} did not load within ${MAX_SECONDS} seconds, or it exits the process. Let it only export the description.`,
    )
  }
  if (error.problems) throw invalidConfig(error.problems, source)
  const [thrownIn, line] = findPlace(error.stack, root)
  throw new CommandError(`${CONFIG_FILE} cannot be loaded. Fix the error below.`, [
    {
      level: 'error',
      ...(thrownIn === undefined ? { file: CONFIG_FILE } : { file: thrownIn, line: line! }),
      message: `${error.name}: ${error.message.replaceAll(join(root, sep), '')}`,
    },
  ])
}

/** Returns a configuration file as JavaScript, or an empty string if it cannot be converted. It can be unable to run. */
export async function readSource(root: string): Promise<string> {
  return (await runWorker(root)).source ?? ''
}

export function invalidConfig(problems: readonly string[], source: string): CommandError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return new CommandError(`${CONFIG_FILE} has ${count}.`, locateProblems(problems, source))
}

/** On a busy machine, a configuration needs more than 20 seconds. */
const MAX_SECONDS = 60

function runWorker(root: string): Promise<Message> {
  // Its stack is used to find the line, so nothing else may limit or decorate it.
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: pathToFileURL(join(root, CONFIG_FILE)).href,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish({}), MAX_SECONDS * 1000)
    worker.once('message', finish)
    worker.once('error', ({ name, message, stack = '' }: Error) =>
      finish({ error: { name, message, stack } }),
    )
    worker.once('exit', () => finish({}))

    function finish(message: Message): void {
      clearTimeout(timer)
      resolve(message)
      void worker.terminate()
    }
  })
}

const WORKER = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { stripTypeScriptTypes } = require('node:module')
let source = ''
try {
  source = stripTypeScriptTypes(readFileSync(new URL(workerData), 'utf8'))
} catch {}
import(workerData)
  .then(({ default: school, site }) => {
    parentPort.postMessage({ source, exports: { default: school, site } })
  })
  .catch((error) => {
    const thrown = error instanceof Error ? error : new Error(String(error))
    const { name, message, stack = '', problems } = thrown
    parentPort.postMessage({ source, error: { name, message, stack, ...(Array.isArray(problems) && { problems }) } })
  })
`

/** Finds the first file of the project in a stack, and the line. A syntax error is preceded by its place. */
function findPlace(stack: string, root: string): [file: string, line: number] | [] {
  for (const [, url, line] of stack.matchAll(
    /((?:file:\/\/|[A-Z]:)?[\\/][^\s()]*?):(\d+)(?::\d+)?(?=\)?(?:\n|$))/g,
  )) {
    const path = url!.startsWith('file:') ? fileURLToPath(url!) : url!
    if (path.startsWith(join(root, sep)) && !path.includes(join(sep, 'node_modules', sep))) {
      return [relativePath(root, path), Number(line)]
    }
  }
  return []
}
