import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { type Config, readSchools, type Result } from '../../index.ts'

const ENV = {
  META_SCHOOLS: 'polaris, north-star',
  META_PIXEL_ID__POLARIS: '1001',
  META_ACCESS_TOKEN__POLARIS: 'EAApolaris',
  META_ALLOWED_ORIGINS__POLARIS: 'https://polaris.example, *.polaris.example',
  META_PIXEL_ID__NORTH_STAR: '1002',
  META_ACCESS_TOKEN__NORTH_STAR: 'EAAnorth',
  META_ALLOWED_ORIGINS__NORTH_STAR: 'https://eu.polaris.example,*.star.polaris.example',
}

describe('readSchools', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const infos = vi.spyOn(console, 'info').mockImplementation(() => {})
  beforeEach(() => void vi.clearAllMocks())
  afterAll(() => void vi.restoreAllMocks())

  it('finds the school by the origin of the request', () => {
    const find = readSchools(ENV)
    expect(configOf(find(from('https://polaris.example')))).toEqual({
      pixelId: '1001',
      accessToken: 'EAApolaris',
      allowedOrigins: ['https://polaris.example', '*.polaris.example'],
      school: 'polaris',
    })
    expect(infos.mock.calls).toEqual([
      ['Conversion proxy configured for pixel …001 of polaris at v18.0.'],
      ['Conversion proxy configured for pixel …002 of north-star at v18.0.'],
    ])
    expect(warnings).not.toHaveBeenCalled()
  })

  it.each([
    ['https://polaris.example', 'polaris'],
    ['https://www.polaris.example', 'polaris'],
    ['https://a.b.polaris.example', 'polaris'],
    ['https://eu.polaris.example', 'north-star'],
    ['https://a.star.polaris.example', 'north-star'],
    ['https://a.b.star.polaris.example', 'north-star'],
    ['https://star.polaris.example', 'polaris'],
  ])('prefers an exact origin, then the longest pattern: %s is %s', (origin, school) => {
    expect(configOf(readSchools(ENV)(from(origin))).school).toBe(school)
  })

  it.each([
    ['GET', 'www.polaris.example', ENV, true],
    ['GET', 'proxy.example', ENV, true],
    ['HEAD', 'www.polaris.example', ENV, true],
    ['PUT', 'www.polaris.example', ENV, true],
    ['POST', 'www.polaris.example', ENV, false],
    ['GET', 'www.polaris.example', { ...ENV, META_ACCESS_TOKEN__NORTH_STAR: '' }, true],
    ['GET', 'star.polaris.example', { ...ENV, META_ACCESS_TOKEN__POLARIS: '' }, false],
    ['GET', 'proxy.example', { ...ENV, META_ACCESS_TOKEN__NORTH_STAR: '' }, false],
  ])(
    'finds the school of a %s without an origin by the host %s, or shows whether all are configured',
    (method, host, env, ok) => {
      const request = new Request('https://proxy.example', { method, headers: { Host: host } })
      expect(readSchools(env)(request).ok).toBe(ok)
    },
  )

  it('finds the school of an event that was kept', () => {
    const find = readSchools(ENV)
    expect(find({ school: 'north-star' })).toBe(find(from('https://eu.polaris.example')))
    expect(configOf(find({ school: 'polaris' })).pixelId).toBe('1001')
  })

  it.each(['nova', 'NORTH_STAR', '', undefined])(
    'returns an error if there is no school %j',
    (school) => {
      const find = readSchools(ENV)
      expect(errorOf(find({ school }))).toBe(`META_SCHOOLS does not list the school "${school}".`)
    },
  )

  it('returns an error for an event of a school that is not configured', () => {
    const find = readSchools({ ...ENV, META_PIXEL_ID__POLARIS: '' })
    expect(errorOf(find({ school: 'polaris' }))).toBe('META_PIXEL_ID__POLARIS is missing.')
  })

  it.each([
    'https://polaris.example:8443',
    'http://polaris.example',
    'http://www.polaris.example',
    'https://notpolaris.example',
    'https://polaris.example.evil.example',
    'https://www.polaris.example/page',
    'xhttps://www.polaris.example',
    'https://example',
    '*.polaris.example',
    'null',
    '',
  ])('returns an error if no school has the origin %j', (origin) => {
    const find = readSchools(ENV)
    expect(errorOf(find(from(origin)))).toBe('No school has the origin of the request.')
  })

  it('finds a host of the longest length, and takes no quadratic time for longer ones', () => {
    const find = readSchools(ENV)
    const longest = `${'a.'.repeat(119)}polaris.example`
    expect(configOf(find(from(`https://${longest}`))).school).toBe('polaris')
    // Without a limit, it would exceed the time limit of the test by minutes.
    expect(find(from(`https://${'.'.repeat(1_000_000)}polaris.example`)).ok).toBe(false)
  })

  it('returns an error for a POST without an origin', () => {
    const find = readSchools(ENV)
    expect(errorOf(find(new Request('https://proxy.example', { method: 'POST' })))).toBe(
      'No school has the origin of the request.',
    )
  })

  it('uses a variable without a suffix for every school that does not have its own', () => {
    const find = readSchools({
      ...ENV,
      META_GRAPH_VERSION: 'v24.0',
      META_RETRIES: '1',
      META_RETRIES__POLARIS: '0',
      META_RETRY_DELAY_MS: '5',
      META_RETRY_DELAY_MS__POLARIS: ' ',
    })
    expect(configOf(find(from('https://polaris.example')))).toMatchObject({
      graphVersion: 'v24.0',
      retries: 0,
      retryDelayMs: 5,
    })
    expect(configOf(find(from('https://eu.polaris.example')))).toMatchObject({
      graphVersion: 'v24.0',
      retries: 1,
    })
    expect(warnings).not.toHaveBeenCalled()
  })

  it('never uses the pixel, the token or the origins without a suffix', () => {
    const find = readSchools({
      META_SCHOOLS: 'polaris',
      META_PIXEL_ID: '9',
      META_ACCESS_TOKEN: 'EAAshared',
      META_ALLOWED_ORIGINS: 'https://polaris.example',
      META_ALLOWED_ORIGINS__POLARIS: 'https://polaris.example',
    })
    expect(errorOf(find(from('https://polaris.example')))).toBe(
      'META_PIXEL_ID__POLARIS is missing. META_ACCESS_TOKEN__POLARIS is missing.',
    )
    expect(warnings.mock.calls).toEqual([
      [
        'META_PIXEL_ID is not read, because META_SCHOOLS is set. Write META_PIXEL_ID__POLARIS, for example.',
      ],
      [
        'META_ACCESS_TOKEN is not read, because META_SCHOOLS is set. Write META_ACCESS_TOKEN__POLARIS, for example.',
      ],
      [
        'META_ALLOWED_ORIGINS is not read, because META_SCHOOLS is set. Write META_ALLOWED_ORIGINS__POLARIS, for example.',
      ],
    ])
  })

  it.each([
    ['META_PIXEL_ID__POLARIS', '', 'META_PIXEL_ID__POLARIS is missing.'],
    ['META_TIMEOUT_MS__POLARIS', 'soon', 'META_TIMEOUT_MS__POLARIS must be an integer'],
    ['META_LIMITED_DATA_USE__POLARIS', 'yes', 'META_LIMITED_DATA_USE__POLARIS must be codes'],
  ])('leaves only the school unconfigured if %s is %j', (name, value, problem) => {
    const find = readSchools({ ...ENV, [name]: value })
    expect(errorOf(find(from('https://polaris.example')))).toContain(problem)
    expect(configOf(find(from('https://eu.polaris.example'))).pixelId).toBe('1002')
    expect(errors.mock.calls).toEqual([
      [expect.stringMatching(/ Until then, the proxy responds "Server not configured"\.$/)],
    ])
    expect(errors.mock.calls[0]![0]).toContain(problem)
  })

  it('names a malformed variable without a suffix, for every school', () => {
    readSchools({ ...ENV, META_TIMEOUT_MS: 'soon' })
    expect(errors).toHaveBeenCalledTimes(2)
    expect(errors.mock.calls[0]![0]).toMatch(/^META_TIMEOUT_MS must be/)
  })

  describe('if a list of origins cannot be read', () => {
    const HINT = 'Until it can be read, origins such as *.school.example match for no school.'

    it.each([
      '',
      'eu.polaris.example',
      '"https://eu.polaris.example"',
      '<https://eu.polaris.example>',
      'https://школа.polaris.example',
      'https://*.eu.polaris.example',
      'https://eu.polaris.example,*',
      'https://eu.polaris.example,',
      'https://eu.polaris.example https://north.example',
      'https://eu.polaris.example;https://north.example',
      'https://eu.polaris.example\nhttps://north.example',
      'https:/eu.polaris.example',
      'https//eu.polaris.example',
      'https://eu.polaris.example.',
      'https://eu.polaris.example.:8443',
      'https://eu..polaris.example',
      'https://.eu.polaris.example',
    ])('names it, and matches no pattern of another school: %j', (origins) => {
      const find = readSchools({ ...ENV, META_ALLOWED_ORIGINS__NORTH_STAR: origins })
      const problem = expect.stringMatching(
        /^META_ALLOWED_ORIGINS__NORTH_STAR (is missing|must be origins .*)\. /,
      )
      for (const origin of ['https://eu.polaris.example', 'https://www.polaris.example']) {
        expect(errorOf(find(from(origin)))).toEqual(problem)
      }
      expect(errorOf(find({ school: 'north-star' }))).toEqual(problem)
      expect(errors.mock.calls).toEqual([[problem]])
      expect(errors.mock.calls[0]![0]).toContain(HINT)
    })

    it('finds schools by exact origins', () => {
      const find = readSchools({ ...ENV, META_ALLOWED_ORIGINS__NORTH_STAR: 'north.example' })
      expect(configOf(find(from('https://polaris.example'))).school).toBe('polaris')
    })

    it('still finds schools by their name', () => {
      const find = readSchools({ ...ENV, META_ALLOWED_ORIGINS__NORTH_STAR: '' })
      expect(configOf(find({ school: 'polaris' })).pixelId).toBe('1001')
    })

    // Letters stay as they are: a list that names another hostname, such as a misspelled one, is readable.
    it('never finds another school, for any damage to the punctuation of the list', () => {
      const visitors = [
        'https://north.polaris.example',
        'https://a.north.polaris.example',
        'https://star.polaris.example',
      ]
      const list =
        'https://north.polaris.example,*.north.polaris.example,https://star.polaris.example'
      const punctuation = fc.oneof(
        fc.constantFrom(' ', ';', '\n', '\t', '\u00a0', '\u200b', '"', '<', '>', '*', '..'),
        fc
          .string({ unit: 'grapheme', maxLength: 3 })
          .map((text) => text.replaceAll(/[\p{L}\p{N}._-]/gu, '') || ','),
      )
      const edit = fc.record({ at: fc.nat(), insert: punctuation })
      // Replaces a punctuation mark, except for the dots within a hostname, or adds one at the start or the end.
      const mangle = (text: string, { at, insert }: { at: number; insert: string }) => {
        const marks = [...text.matchAll(/[^a-z\d.]|^|$/g)]
        const { index, 0: mark } = marks[at % marks.length]!
        return text.slice(0, index) + insert + text.slice(index + mark.length)
      }
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
          const mangled = edits.reduce(mangle, list)
          const find = readSchools({ ...ENV, META_ALLOWED_ORIGINS__NORTH_STAR: mangled })
          for (const origin of visitors) {
            const found = find(from(origin))
            if (found.ok) expect(found.value.school).toBe('north-star')
          }
        }),
        { numRuns: 2000 },
      )
    })
  })

  it('configures neither of two schools that list the same origin', () => {
    const find = readSchools({
      ...ENV,
      META_ALLOWED_ORIGINS__NORTH_STAR: 'https://north.example,https://POLARIS.example:443/',
    })
    expect(errorOf(find(from('https://polaris.example')))).toMatch(
      /^META_ALLOWED_ORIGINS__(POLARIS|NORTH_STAR) and META_ALLOWED_ORIGINS__(POLARIS|NORTH_STAR) list the same origin\.$/,
    )
    expect(errorOf(find(from('https://north.example')))).toContain('the same origin')
    expect(errors).toHaveBeenCalledTimes(2)
  })

  it.each([
    undefined,
    '',
    'polaris,',
    'polaris,,nova',
    'north_star',
    'north-!star',
    'a-b,A-B',
    'école',
  ])('returns an error for every request if META_SCHOOLS is %j', (META_SCHOOLS) => {
    const find = readSchools({ ...ENV, META_SCHOOLS })
    const problem =
      'META_SCHOOLS must be a comma-separated list of names such as polaris,north-star.'
    expect(errorOf(find(from('https://polaris.example')))).toBe(problem)
    expect(errors.mock.calls).toEqual([
      [`${problem} Until then, the proxy responds "Server not configured".`],
    ])
  })

  it('warns about variables that are not read', () => {
    readSchools({
      ...ENV,
      META_PIXEL_ID__POLARS: '1',
      META_PIXLE_ID__POLARIS: '1',
      META_SCHOOL__POLARIS: 'x',
      META_QUEUE_FILE: 'queue/events.sqlite',
      OTHER: '1',
    })
    expect(warnings.mock.calls).toEqual([
      ['META_PIXEL_ID__POLARS is not read, because META_SCHOOLS is set.'],
      ['META_PIXLE_ID__POLARIS is not read, because META_SCHOOLS is set.'],
      ['META_SCHOOL__POLARIS is not read, because META_SCHOOLS is set.'],
    ])
  })
})

function from(origin: string): Request {
  return new Request('https://proxy.example', { headers: { Origin: origin } })
}

function configOf(result: Result<Config, string>): Config {
  if (!result.ok) throw new Error(result.error)
  return result.value
}

function errorOf(result: Result<Config, string>): string | undefined {
  return result.ok ? undefined : result.error
}
