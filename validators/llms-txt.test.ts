import { describe, expect, it } from 'vitest'

import { findResource } from './lib/find-resource.ts'
import { runPython } from './lib/run-python.ts'
import { schools } from './lib/schools.ts'

describe.each(schools)('llms.txt of %s, as the reference grammar reads it', (_, school) => {
  const found = read(findResource(school, '/llms.txt').body)
  const links = Object.values(found.sections).flat()

  it('has the name and the summary of the school, and a paragraph after them', () => {
    expect(found).toMatchObject({ title: school.name, summary: school.summary })
    expect(found.info.trim().length).toBeGreaterThan(50)
  })

  it('links to every page that has a description, by its title', () => {
    const described = school.pages.filter(({ description }) => description !== undefined)
    expect(described).not.toEqual([])
    for (const { title, path, description } of described) {
      const url = new URL(path, school.url).href
      expect(links).toContainEqual({ title, url, desc: description })
    }
  })

  it('links with whole addresses only', () => {
    for (const { url } of links) expect(new URL(url).href).toBe(url)
  })
})

describe('the reference grammar', () => {
  it.each([
    ['a title alone', '# Polaris\n'],
    ['a section without a paragraph before it', '# Polaris\n\n## Pages\n\n- [Home](/)\n'],
    ['prose in a section', '# Polaris\n\n> School\n\nText.\n\n## Pages\n\nThese are the pages.\n'],
  ])('refuses %s', (_, text) => {
    expect(() => read(text)).toThrow("'NoneType' object has no attribute 'groupdict'")
  })
})

interface LlmsTxt {
  title: string
  summary: string | null
  info: string
  sections: Record<string, { title: string; url: string; desc: string | null }[]>
}

function read(text: string): LlmsTxt {
  return runPython('llms_txt.py', text) as LlmsTxt
}
