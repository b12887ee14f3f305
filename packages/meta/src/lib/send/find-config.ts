import type { Config, Environment } from '@conversion-capi/core'

import { readSchoolConfigs } from '../environment/check-environment.ts'
import { suggest } from '../terminal/did-you-mean.ts'
import { CommandError, UsageError } from '../terminal/errors.ts'

export function findConfig(env: Environment, school: string | undefined): Config {
  const configs = readSchoolConfigs(env)
  const names = configs.flatMap((each) => each.school ?? [])
  if (names.length === 0 && school !== undefined) {
    throw new UsageError('META_SCHOOLS lists no schools. Remove --school.')
  }
  if (names.length > 0 && !names.includes(school ?? '')) {
    const problem =
      school === undefined
        ? 'META_SCHOOLS lists several schools'
        : `META_SCHOOLS does not list the school "${school}"`
    throw new UsageError(`${problem}. Write --school with ${suggest(school ?? '', names)}.`)
  }
  const { result } = configs.find((each) => each.school === school)!
  if (result.ok) return result.value
  throw new CommandError(
    `${result.error} Set the variables here, or pass a file with them: --env-file=.env.`,
  )
}
