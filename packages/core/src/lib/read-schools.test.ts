import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { readConfig, readSchools } from '../index.ts'

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
    expect(find(from('https://polaris.example'))).toEqual({
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
    expect(readSchools(ENV)(from(origin)).school).toBe(school)
  })

  it('finds the school of an event that was kept', () => {
    const find = readSchools(ENV)
    expect(find({ school: 'north-star' })).toBe(find(from('https://eu.polaris.example')))
    expect(find({ school: 'polaris' }).pixelId).toBe('1001')
  })

  it.each(['nova', 'NORTH_STAR', '', undefined])('throws if there is no school %j', (school) => {
    const find = readSchools(ENV)
    expect(messageOf(() => find({ school }))).toBe(
      `META_SCHOOLS does not list the school "${school}".`,
    )
  })

  it('throws for an event of a school that is not configured', () => {
    const find = readSchools({ ...ENV, META_PIXEL_ID__POLARIS: '' })
    expect(messageOf(() => find({ school: 'polaris' }))).toBe('META_PIXEL_ID__POLARIS is missing.')
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
  ])('throws if no school has the origin %j', (origin) => {
    const find = readSchools(ENV)
    expect(messageOf(() => find(from(origin)))).toBe('No school has the origin of the request.')
  })

  it('throws for a request without an origin', () => {
    const find = readSchools(ENV)
    expect(messageOf(() => find(new Request('https://proxy.example')))).toBe(
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
    expect(find(from('https://polaris.example'))).toMatchObject({
      graphVersion: 'v24.0',
      retries: 0,
      retryDelayMs: 5,
    })
    expect(find(from('https://eu.polaris.example'))).toMatchObject({
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
    expect(messageOf(() => find(from('https://polaris.example')))).toBe(
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
    ['META_LIMITED_DATA_USE__POLARIS', 'yes', 'META_LIMITED_DATA_USE__POLARIS must be Meta'],
  ])('leaves only the school unconfigured if %s is %j', (name, value, problem) => {
    const find = readSchools({ ...ENV, [name]: value })
    expect(messageOf(() => find(from('https://polaris.example')))).toContain(problem)
    expect(find(from('https://eu.polaris.example')).pixelId).toBe('1002')
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

  it('requires the origins of every school', () => {
    const find = readSchools({ ...ENV, META_ALLOWED_ORIGINS__POLARIS: ' ' })
    expect(messageOf(() => find(from('https://polaris.example')))).toContain('No school')
    expect(errors.mock.calls[0]![0]).toMatch(/^META_ALLOWED_ORIGINS__POLARIS is missing\./)
  })

  it.each([
    ['https://eu.polaris.example/', 'https://eu.polaris.example'],
    ['https://eu.polaris.example:443', 'https://eu.polaris.example'],
    ['HTTPS://EU.polaris.example', 'https://eu.polaris.example'],
    ['eu.polaris.example', 'https://eu.polaris.example'],
    ['"https://eu.polaris.example"', 'https://eu.polaris.example'],
    ['https://школа.polaris.example', 'https://xn--80atdl2c.polaris.example'],
    ['https://*.EU.polaris.example', 'https://a.eu.polaris.example'],
    ['https://eu.polaris.example,*', 'https://eu.polaris.example'],
    ['https://,*.eu.polaris.example', 'https://a.eu.polaris.example'],
  ])('never uses the pattern of another school for malformed origins: %s', (origins, visited) => {
    const find = readSchools({ ...ENV, META_ALLOWED_ORIGINS__NORTH_STAR: origins })
    expect(messageOf(() => find(from(visited)))).toMatch(
      /^META_ALLOWED_ORIGINS__NORTH_STAR must be/,
    )
    expect(find(from('https://www.polaris.example')).school).toBe('polaris')
  })

  it('configures neither of two schools that list the same origin', () => {
    const find = readSchools({
      ...ENV,
      META_ALLOWED_ORIGINS__NORTH_STAR: 'https://north.example,https://polaris.example',
    })
    expect(messageOf(() => find(from('https://polaris.example')))).toMatch(
      /^META_ALLOWED_ORIGINS__(POLARIS|NORTH_STAR) and META_ALLOWED_ORIGINS__(POLARIS|NORTH_STAR) list the same origin\.$/,
    )
    expect(messageOf(() => find(from('https://north.example')))).toContain('the same origin')
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
  ])('throws for every request if META_SCHOOLS is %j', (META_SCHOOLS) => {
    const find = readSchools({ ...ENV, META_SCHOOLS })
    const problem =
      'META_SCHOOLS must be a comma-separated list of names such as polaris,north-star.'
    expect(messageOf(() => find(from('https://polaris.example')))).toBe(problem)
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
      OTHER: '1',
    })
    expect(warnings.mock.calls).toEqual([
      ['META_PIXEL_ID__POLARS is not read, because META_SCHOOLS is set.'],
      ['META_PIXLE_ID__POLARIS is not read, because META_SCHOOLS is set.'],
      ['META_SCHOOL__POLARIS is not read, because META_SCHOOLS is set.'],
    ])
  })

  it('is named by readConfig if META_SCHOOLS is set', () => {
    const env = { META_SCHOOLS: 'polaris', META_PIXEL_ID: '1', META_ACCESS_TOKEN: 'EAA' }
    expect(readConfig(env)).toBeUndefined()
    expect(errors.mock.calls[0]![0]).toMatch(
      /^META_SCHOOLS is read by readSchools only\. Pass `config: readSchools\(env\)`\./,
    )
  })
})

function from(origin: string): Request {
  return new Request('https://proxy.example', { headers: { Origin: origin } })
}

function messageOf(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}
