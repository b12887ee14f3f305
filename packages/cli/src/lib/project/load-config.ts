import { join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { CommandError, readText, relativePath } from '@conversion-capi/meta/terminal'

import { locateProblems } from './locate-field.ts'
import { CONFIG_FILE } from './project-folders.ts'

export interface ConfigExports {
  default: unknown
  site: unknown
  source: string
}

interface Message {
  exports?: Omit<ConfigExports, 'source'>
  error?: { name: string; message: string; stack: string; problems?: string[] }
  isReusable?: boolean
}

/**
 * Loads the configuration with Node's own TypeScript support, in a worker: a file that exits or never ends stops only
 * the worker. Every call loads the current version of all its imports, except installed packages.
 */
export async function loadConfig(root: string): Promise<ConfigExports> {
  const source = (await readText(root, CONFIG_FILE)) ?? ''
  const { error, exports } = await runWorker(root)
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

export function invalidConfig(problems: readonly string[], source: string): CommandError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  return new CommandError(`${CONFIG_FILE} has ${count}.`, locateProblems(problems, source))
}

/** On a busy machine, a configuration needs more than 20 seconds. */
const MAX_SECONDS = 60

/** The worker of the last call: to load the packages of a configuration again takes most of the time. */
let idleWorker: Worker | undefined

function runWorker(root: string): Promise<Message> {
  const worker = idleWorker ?? startWorker()
  idleWorker = undefined
  worker.ref()
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish({}), MAX_SECONDS * 1000)
    const onError = ({ name, message, stack = '' }: Error): void =>
      finish({ error: { name, message, stack } })
    const onExit = (): void => finish({})
    worker.once('message', finish).once('error', onError).once('exit', onExit)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(pathToFileURL(join(root, CONFIG_FILE)).href)

    function finish(message: Message): void {
      clearTimeout(timer)
      worker.off('message', finish).off('error', onError).off('exit', onExit)
      resolve(message)
      if (message.isReusable && !idleWorker) idleWorker = worker
      else void worker.terminate()
      worker.unref()
    }
  })
}

function startWorker(): Worker {
  // Its stack is used to find the line, so nothing else may limit or decorate it.
  const worker = new Worker(WORKER, {
    eval: true,
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // The package.json of a framework need not have a type.
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    ],
  })
  const forget = (): void => {
    if (idleWorker === worker) idleWorker = undefined
  }
  return worker.on('error', forget).once('exit', forget)
}

// Node caches a module by its URL, so the URLs of the project's files end with the number of the call. CommonJS modules
// are cached by their path: they need a new worker.
const WORKER = `
const { parentPort } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const { registerHooks } = require('node:module')
const { pathToFileURL } = require('node:url')
let calls = 0
const projectFiles = new Set()
registerHooks({
  resolve(specifier, context, nextResolve) {
    let resolved
    try {
      resolved = nextResolve(specifier, context)
    } catch (error) {
      // The type checks of frameworks reject an extension.
      if (!specifier.startsWith('.') || /[.][jt]s$/.test(specifier)) throw error
      resolved = nextResolve(specifier + '.ts', context)
    }
    const [call] = /#[0-9]+$/.exec(context.parentURL) ?? []
    const isInstalled = specifier.startsWith('@conversion-capi/') || resolved.url.includes('/node_modules/')
    if (isInstalled || !resolved.url.startsWith('file:')) return resolved
    if (call || context.conditions.includes('require')) projectFiles.add(resolved.url)
    // Since npm 11, \`npm init\` writes the type "commonjs".
    const isModule = resolved.format === 'commonjs-typescript' &&
      /^(?:import|export)\\s/m.test(readFileSync(new URL(resolved.url), 'utf8'))
    const format = isModule ? 'module-typescript' : resolved.format
    return { ...resolved, format, url: resolved.url + (call ?? '') }
  },
})
parentPort.on('message', (url) => {
  projectFiles.add(url)
  const post = (message) => {
    const isReusable = !Object.keys(require.cache).some((path) => projectFiles.has(pathToFileURL(path).href))
    parentPort.postMessage({ isReusable, ...message })
  }
  import(url + '#' + ++calls)
    .then(({ default: school, site }) => post({ exports: { default: school, site } }))
    .catch((error) => {
      const thrown = error instanceof Error ? error : new Error(String(error))
      const { name, message, stack = '', problems } = thrown
      post({ error: { name, message, stack, ...(Array.isArray(problems) && { problems }) } })
    })
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
