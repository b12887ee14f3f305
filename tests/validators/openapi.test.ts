import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { useFolder } from '@conversion-capi/test-support/vitest'
import { beforeAll, describe, expect, it } from 'vitest'

import { findResource } from './lib/resources.ts'
import { runCommand } from './lib/run-command.ts'
import { schools } from './lib/schools.ts'

const folder = useFolder()

describe('Redocly with its strictest rules', () => {
  let problems: string[][]

  // Once for all files: starting Redocly takes longer than linting.
  beforeAll(async () => {
    const documents = schools.map(([, school]) => findResource(school, '/openapi.json').body)
    problems = await lint([
      ...documents,
      '{"openapi":"3.1.0","info":{"title":"An API","version":"1"}}',
    ])
  })

  it.each(schools.map(([name], index) => [name, index] as const))(
    'accepts /openapi.json of %s',
    (_, index) => {
      expect(problems[index]).toEqual([])
    },
  )

  it('rejects a document without paths', () => {
    expect(problems.at(-1)).not.toEqual([])
  })
})

interface Report {
  problems: {
    ruleId: string
    severity: string
    message: string
    location: { source: { ref: string }; pointer?: string }[]
  }[]
}

/** Returns the problems of each document, including warnings. */
async function lint(documents: string[]): Promise<string[][]> {
  const files = documents.map((_, index) => `openapi-${index}.json`)
  await Promise.all(
    files.map((file, index) => writeFile(join(folder.path, file), documents[index]!)),
  )
  const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  const { stdout, stderr } = runCommand(
    process.execPath,
    [cli, 'lint', '--extends', 'recommended-strict', '--format', 'json', ...files],
    {
      cwd: folder.path,
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (stdout === '') throw new Error(stderr)
  // Redocly writes one indented JSON object per file, without separators.
  const reports = stdout.split(/(?<=^\})(?=\{)/m).map((json) => JSON.parse(json) as Report)
  const problems = reports.flatMap((report) => report.problems)
  expect(reports).toHaveLength(files.length)
  return files.map((file) =>
    problems
      .filter(({ location }) => location[0]!.source.ref.endsWith(file))
      .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]!.pointer}: ${message}`),
  )
}
