import { basename, dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'

import type { Environment } from '@conversion-capi/core'

import { readText } from '../terminal/read-text.ts'
import { CommandError } from '../terminal/errors.ts'
import type { Streams } from '../terminal/terminal.ts'

export async function readEnvironment(
  { env, cwd }: Pick<Streams, 'env' | 'cwd'>,
  file: string | undefined,
): Promise<Environment> {
  if (file === undefined) return env
  const path = resolve(cwd(), file)
  const text = await readText(dirname(path), basename(path))
  if (text !== undefined) return { ...parseEnv(text), ...env }
  throw new CommandError(`The file ${path} does not exist. Pass the file with your variables.`)
}
