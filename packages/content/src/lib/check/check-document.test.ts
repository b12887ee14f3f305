import { describe, expect, it } from 'vitest'

import type { Resource } from '../resource.ts'
import { problemsOf } from './problems-of.fixture.ts'

describe('the checks of a page', () => {
  it.each<
    [what: string, problem: string | RegExp, change: (body: string) => string | Partial<Resource>]
  >([
    [
      'no language',
      '1: It says no language: write <html lang="en">.',
      (body) => body.replace(' lang="en"', ''),
    ],
    [
      'the language of another school',
      '1: Its language is "ru", and the description\'s "en": write <html lang="en">.',
      (body) => body.replace('lang="en"', 'lang="ru"'),
    ],
    [
      'no title',
      'It has no title: write one in <title>.',
      (body) => body.replace(/<title>.*\n/, ''),
    ],
    [
      'no description',
      'It has no description: write one in <meta name="description" content="…">.',
      (body) => body.replace(/<meta name="description".*\n/, ''),
    ],
    [
      'the canonical address of another page',
      '7: Its canonical address is "https://polaris.example/": write "https://polaris.example/for-llm/".',
      (body) =>
        body.replace('href="https://polaris.example/for-llm/"', 'href="https://polaris.example/"'),
    ],
    [
      'a relative canonical address',
      '7: /for-llm/ is only a part of an address: begin it with "https://polaris.example".',
      (body) => body.replace('href="https://polaris.example/for-llm/"', 'href="/for-llm/"'),
    ],
    [
      'what is not right in HTML',
      /^\d+: This is not right in HTML: .* Correct it, or render the files again\.$/,
      (body) => body.replace('<h1', '<h1 id="a" id="b"'),
    ],
    [
      'a second title',
      /^\d+: "About the school" is a second H1: make it an H2\.$/,
      (body) => body.replace(/<h2 id="about">(.*)<\/h2>/, '<h1 id="about">$1</h1>'),
    ],
    [
      'a level that is skipped',
      /^\d+: "Physics" is an H4 under an H2: make it an H3\.$/,
      (body) => body.replace('<h3 id="program-1">Physics</h3>', '<h4>Physics</h4>'),
    ],
    [
      'an address of the computer it was made on',
      /^\d+: http:\/\/127\.0\.0\.1:3000\/ leads to the computer of whoever follows it: write "https:\/\/polaris\.example" for this site\.$/,
      (body) => body.replace('<h1', '<a href="http://127.0.0.1:3000/"></a><h1'),
    ],
    [
      'a link that leads nowhere',
      /^\d+: \.\.\/about leads to nothing: /,
      (body) => body.replace('<h1', '<a href="../about"></a><h1'),
    ],
    [
      'an address that is none',
      /^\d+: https:\/\/ is no address: correct it, or delete it\.$/,
      (body) => body.replace('<h1', '<a href="https://"></a><h1'),
    ],
    [
      'JSON-LD that is no JSON',
      /^\d+: This JSON-LD is no JSON: /,
      (body) => body.replace('"@graph":[', '"@graph":[,'),
    ],
  ])('find %s', (_, problem, change) => {
    const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
    expect(problemsOf('/for-llm/', change)).toContainEqual(expected)
  })

  it('find a page that a script must fill', () => {
    const page =
      '<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"></head><body><h1>API</h1><div id="root"></div><script>1</script></body></html>'
    expect(problemsOf('/docs/api.html', () => page)).toEqual([
      'It shows nothing without scripts, and most agents run none: write its text into the HTML.',
    ])
  })

  it('take links between pages that are relative', () => {
    const links =
      '<a href="/terms.html">a</a><a href="../programs/physics.html?a#b">b</a><a href="#about">c</a><a href="mailto:hello@polaris.example">d</a>'
    expect(problemsOf('/for-llm/', (body) => body.replace('<h1', `${links}<h1`))).toEqual([])
  })
})
