import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { describe, expect, it } from 'vitest'

import { findHtmlPages, findResource } from './lib/resources.ts'
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
    issues: issues
      .map(({ rootType, issueMessage }) => `${rootType}: ${issueMessage}`)
      // It checks every ListItem as one of a breadcrumb. In a list of courses, Google wants only position and url.
      .filter((issue) => !/^ItemList: .*"item\.name" is missing$/.test(issue)),
  }
}
