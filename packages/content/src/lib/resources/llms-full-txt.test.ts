import { describe, expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { forLlm } from './for-llm.ts'
import { llmsFullTxt } from './llms-full-txt.ts'

describe('llmsFullTxt()', () => {
  it('is plain text in UTF-8', () => {
    const { path, contentType } = llmsFullTxt(smallSchool())
    expect({ path, contentType }).toEqual({
      path: '/llms-full.txt',
      contentType: 'text/plain; charset=utf-8',
    })
  })

  it('states prices, questions and how to cite', () => {
    const { body } = llmsFullTxt(smallSchool())
    expect(body).toContain('# Polaris Online School\n')
    expect(body).toContain('- Price: 264 EUR per term\n')
    expect(body).toContain('### Is the first lesson free?\n\nYes, 45 minutes.\n')
    expect(body).toContain('## How to cite\n')
  })

  it('says the same as the Markdown of /for-llm/', () => {
    expect(llmsFullTxt(smallSchool()).body).toBe(forLlm(smallSchool())[1]!.body)
  })
})
