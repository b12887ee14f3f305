import { describe, expect, it } from 'vitest'

import type { Resource } from '../resource.ts'
import { renderResources } from '../render-resources.ts'
import { smallSchool } from '../school.fixture.ts'
import { findFindings, listFindings } from './find-findings.fixture.ts'

describe('checkDocument()', () => {
  it.each(['Спасибо!', 'شكرا', '谢谢', 'ขอบคุณ', 'धन्यवाद'])(
    'counts a heading in any script as text: %s',
    (title) => {
      const body = `<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"></head><body><h1>${title}</h1></body></html>`
      const page = { path: '/a.html', contentType: 'text/html', body }
      expect(listFindings([...renderResources(smallSchool()), page], smallSchool())).toEqual([])
    },
  )

  it.each<
    [what: string, problem: string | RegExp, change: (body: string) => string | Partial<Resource>]
  >([
    [
      'a missing language',
      '1: The page has no language. Write <html lang="en">.',
      (body) => body.replace(' lang="en"', ''),
    ],
    [
      'a missing title',
      'The page has no title. Write one in <title>.',
      (body) => body.replace(/<title>.*\n/, ''),
    ],
    [
      'a missing description',
      'The page has no description. Write one in <meta name="description" content="…">.',
      (body) => body.replace(/<meta name="description".*\n/, ''),
    ],
    [
      'the canonical URL of another page',
      '7: The canonical URL "https://polaris.example/" belongs to another page. Write "https://polaris.example/for-llm/".',
      (body) =>
        body.replace('href="https://polaris.example/for-llm/"', 'href="https://polaris.example/"'),
    ],
    [
      'invalid HTML',
      /^\d+: The HTML is invalid: .* Correct it, or render the files again\.$/,
      (body) => body.replace('<h1', '<h1 id="a" id="b"'),
    ],
    [
      'an image in the head',
      /^\d+: The <noscript> in the <head> contains more than links and styles, .*\. Move it to the start of the <body>\.$/,
      (body) => body.replace('</title>', '</title><noscript><img src="/a.gif"></noscript>'),
    ],
    [
      'a broken link',
      /^\d+: \.\.\/about does not exist: /,
      (body) => body.replace('<h1', '<a href="../about"></a><h1'),
    ],
    [
      'malformed JSON-LD',
      /^\d+: The JSON-LD is not valid JSON: /,
      (body) => body.replace('"@graph":[', '"@graph":[,'),
    ],
  ])('reports %s', (_, problem, change) => {
    const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
    expect(findFindings('/for-llm/', change)).toContainEqual(expected)
  })

  it('reports a page without text outside scripts', () => {
    const page =
      '<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"></head><body><h1>API</h1><div id="root"></div><script>1</script></body></html>'
    expect(findFindings('/docs/api.html', () => page)).toEqual([
      'The page shows no text without scripts, and most agents run none. Write its text into the HTML.',
    ])
  })

  it('accepts relative links between pages', () => {
    const links =
      '<a href="/terms.html">a</a><a href="../programs/physics.html?a#b">b</a><a href="#about">c</a><a href="mailto:hello@polaris.example">d</a>'
    expect(findFindings('/for-llm/', (body) => body.replace('<h1', `${links}<h1`))).toEqual([])
  })
})
