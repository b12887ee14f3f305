import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findResource } from './lib/find-resource.ts'
import { run } from './lib/run.ts'
import { schemaOrgVocabulary } from './lib/schema-org-vocabulary.ts'
import { schools } from './lib/schools.ts'

const validator = new Validator(await schemaOrgVocabulary())

describe('Adobe’s structured data validator, on the whole vocabulary of schema.org', () => {
  it.each(schools)('finds nothing wrong on /for-llm/ of %s', async (_, school) => {
    const { types, issues } = await validate(findResource(school, '/for-llm/').body)
    expect(types).toContain('Course')
    expect(issues).toEqual([])
  })

  it('finds a property that its type does not have', async () => {
    const { issues } = await validate(page({ '@type': 'Course', name: 'Physics', price: 264 }))
    expect(issues).toEqual([expect.stringContaining('"price"')])
  })

  it('finds a property that is inherited', async () => {
    expect((await validate(page({ '@type': 'Course', alternateName: 'Physics' }))).issues).toEqual(
      [],
    )
  })
})

describe('the types of schema-dts', () => {
  let complaints: string[][]

  // Once for all: the compiler takes longer to read the vocabulary than the data.
  beforeAll(async () => {
    const written = schools.map(([, school]) => jsonLd(findResource(school, '/for-llm/').body))
    const wrong = { '@context': 'https://schema.org', '@graph': [{ '@type': 'Course', name: 264 }] }
    complaints = await compile([...written, [JSON.stringify(wrong)]])
  })

  it.each(schools.map(([name], index) => [name, index] as const))(
    'fit what /for-llm/ of %s says',
    (_, index) => {
      expect(complaints[index]).toEqual([])
    },
  )

  it('do not fit a name that is a number', () => {
    expect(complaints.at(-1)).not.toEqual([])
  })
})

function page(item: object): string {
  const data = JSON.stringify({ '@context': 'https://schema.org', ...item })
  return `<!doctype html><html><head><script type="application/ld+json">${data}</script></head></html>`
}

async function validate(html: string): Promise<{ types: string[]; issues: string[] }> {
  const data = new WebAutoExtractor({}).parse(html)
  const types = Object.keys(data.jsonld)
  const issues = await validator.validate(data)
  return {
    types,
    issues: issues.map(({ rootType, issueMessage }) => `${rootType}: ${issueMessage}`),
  }
}

function jsonLd(html: string): string[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)
  return [...scripts].map(([, json]) => json!)
}

let folder: string

// In this package, where the compiler finds schema-dts.
beforeAll(async () => {
  folder = await mkdtemp(fileURLToPath(new URL('node_modules/.json-ld-', import.meta.url)))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What TypeScript says of each list of JSON-LD documents, written as a module. */
async function compile(modules: string[][]): Promise<string[][]> {
  const files = modules.map((_, index) => `json-ld-${index}.ts`)
  await Promise.all(
    files.map((file, index) => writeFile(join(folder, file), toModule(modules[index]!))),
  )
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
  const args = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', '', ...files]
  const { stdout } = run(process.execPath, [tsc, ...args], { cwd: folder })
  return files.map((file) => stdout.split('\n').filter((line) => line.startsWith(file)))
}

function toModule(documents: string[]): string {
  const constants = documents.map(
    (json, index) => `export const document${index}: Graph | WithContext<Thing> = ${json}`,
  )
  return ["import type { Graph, Thing, WithContext } from 'schema-dts'", ...constants].join('\n')
}
