import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findResource } from './lib/find-resource.ts'
import { run } from './lib/run.ts'
import { schools } from './lib/schools.ts'

describe('Redocly, by its strictest rules', () => {
  let problems: string[][]

  // Once for all files: it takes longer to start than to lint.
  beforeAll(async () => {
    const written = schools.map(([, school]) => findResource(school, '/openapi.json').body)
    problems = await lint([
      ...written,
      '{"openapi":"3.1.0","info":{"title":"An API","version":"1"}}',
    ])
  })

  it.each(schools.map(([name], index) => [name, index] as const))(
    'accepts /openapi.json of %s',
    (_, index) => {
      expect(problems[index]).toEqual([])
    },
  )

  it('refuses a document without paths', () => {
    expect(problems.at(-1)).not.toEqual([])
  })
})

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redocly-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

interface Report {
  problems: {
    ruleId: string
    severity: string
    message: string
    location: { source: { ref: string }; pointer?: string }[]
  }[]
}

/** What the linter says of each document, warnings included. */
async function lint(documents: string[]): Promise<string[][]> {
  const files = documents.map((_, index) => `openapi-${index}.json`)
  await Promise.all(files.map((file, index) => writeFile(join(folder, file), documents[index]!)))
  const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  const { stdout, stderr } = run(
    process.execPath,
    [cli, 'lint', '--extends', 'recommended-strict', '--format', 'json', ...files],
    {
      cwd: folder,
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (stdout === '') throw new Error(stderr)
  // One report after the other, each an indented object.
  const reports = stdout.split(/(?<=^\})(?=\{)/m).map((json) => JSON.parse(json) as Report)
  const problems = reports.flatMap((report) => report.problems)
  expect(reports).toHaveLength(files.length)
  return files.map((file) =>
    problems
      .filter(({ location }) => location[0]!.source.ref.endsWith(file))
      .map(({ ruleId, message, location }) => `${ruleId} at ${location[0]!.pointer}: ${message}`),
  )
}
