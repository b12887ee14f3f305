import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findHtmlPages, findResource } from './lib/resources.ts'
import { runCommand } from './lib/run-command.ts'
import { readSchemaOrgVocabulary } from './lib/schema-org-vocabulary.ts'
import { schools } from './lib/schools.ts'

const handwritten = (await findHtmlPages()).filter(({ name }) => name.endsWith('example site'))
const validator = new Validator(await readSchemaOrgVocabulary())

describe('Adobe structured data validator with the whole schema.org vocabulary', () => {
  it.each(schools)('accepts the JSON-LD in /for-llm/ of %s', async (_, school) => {
    const { types, issues } = await validate(findResource(school, '/for-llm/').body)
    expect(types).toContain('Course')
    expect(issues).toEqual([])
  })

  it.each(handwritten.map(({ name, html }) => [name, html]))(
    'accepts the JSON-LD in %s',
    async (_, html) => {
      const { types, issues } = await validate(html)
      expect(types).toContain('EducationalOrganization')
      expect(issues).toEqual([])
    },
  )

  it('rejects a property that the type does not have', async () => {
    const { issues } = await validate(
      renderPage({ '@type': 'Course', name: 'Physics', price: 264 }),
    )
    expect(issues).toEqual([expect.stringContaining('"price"')])
  })

  it('accepts an inherited property', async () => {
    expect(
      (await validate(renderPage({ '@type': 'Course', alternateName: 'Physics' }))).issues,
    ).toEqual([])
  })
})

describe('TypeScript with the types of schema-dts', () => {
  let errors: string[][]

  // Once for all schools: reading the vocabulary takes longer than checking the data.
  beforeAll(async () => {
    const documents = schools.map(([, school]) =>
      extractJsonLd(findResource(school, '/for-llm/').body),
    )
    const wrong = { '@context': 'https://schema.org', '@graph': [{ '@type': 'Course', name: 264 }] }
    errors = await compile([...documents, [JSON.stringify(wrong)]])
  })

  it.each(schools.map(([name], index) => [name, index] as const))(
    'accepts the JSON-LD in /for-llm/ of %s',
    (_, index) => {
      expect(errors[index]).toEqual([])
    },
  )

  it('rejects a name that is a number', () => {
    expect(errors.at(-1)).not.toEqual([])
  })
})

function renderPage(item: object): string {
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

function extractJsonLd(html: string): string[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)
  return [...scripts].map(([, json]) => json!)
}

let folder: string

// Inside this package, so that the compiler finds schema-dts.
beforeAll(async () => {
  folder = await mkdtemp(fileURLToPath(new URL('node_modules/.json-ld-', import.meta.url)))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Compiles each list of JSON-LD documents as a module, and returns the errors per list. */
async function compile(modules: string[][]): Promise<string[][]> {
  const files = modules.map((_, index) => `json-ld-${index}.ts`)
  await Promise.all(
    files.map((file, index) => writeFile(join(folder, file), toModule(modules[index]!))),
  )
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
  const args = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', '', ...files]
  const { stdout } = runCommand(process.execPath, [tsc, ...args], { cwd: folder })
  return files.map((file) => stdout.split('\n').filter((line) => line.startsWith(file)))
}

function toModule(documents: string[]): string {
  const constants = documents.map(
    (json, index) => `export const document${index}: Graph | WithContext<Thing> = ${json}`,
  )
  return ["import type { Graph, Thing, WithContext } from 'schema-dts'", ...constants].join('\n')
}
