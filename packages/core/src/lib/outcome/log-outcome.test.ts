import { describe, expect, it, vi } from 'vitest'

import { logOutcome, type LogOutcomeOptions, type Outcome } from '../../index.ts'

const ACCEPTED: Outcome = {
  kind: 'accepted',
  status: 200,
  durationMs: 12,
  attempts: 1,
  dropped: [],
  warnings: [],
  eventName: 'Lead',
  eventId: 'e-1',
  fbtraceId: 'A1',
}
const UPSTREAM_ERROR: Outcome = {
  ...ACCEPTED,
  kind: 'upstream_error',
  attempts: 3,
  upstreamStatus: 400,
  code: 613,
  subcode: 1487742,
  dropped: [{ key: 'user_data.email', reason: 'unknown' }],
}
const REJECTED: Outcome = {
  kind: 'rejected',
  status: 400,
  reason: 'Invalid JSON',
  durationMs: 0,
  attempts: 0,
  dropped: [],
  warnings: [],
}

function collect(outcomes: Outcome[], options: LogOutcomeOptions = {}) {
  const lines: [string, unknown][] = []
  const log = logOutcome({
    ...options,
    write: (line, severity) => void lines.push([severity, JSON.parse(line)]),
  })
  for (const outcome of outcomes) log(outcome)
  return lines
}

describe('logOutcome', () => {
  it('logs a failure as one line of JSON', () => {
    expect(collect([UPSTREAM_ERROR])).toEqual([
      [
        'ERROR',
        {
          severity_text: 'ERROR',
          'otel.event.name': 'conversion_capi.outcome',
          'error.type': '613',
          'http.response.status_code': 200,
          'http.request.resend_count': 2,
          'conversion.outcome': 'upstream_error',
          'conversion.event_name': 'Lead',
          'conversion.event_id': 'e-1',
          'conversion.duration_ms': 12,
          'conversion.dropped': [{ key: 'user_data.email', reason: 'unknown' }],
          'meta.status_code': 400,
          'meta.error.code': 613,
          'meta.error.subcode': 1487742,
          'meta.error.description': 'Too many requests.',
          'meta.fbtrace_id': 'A1',
        },
      ],
    ])
  })

  it('escapes control characters that a stranger sends, and those that JSON leaves', () => {
    const text = '\u001b[2J\u007f\u0085\u009b31m\u2028\u2029\u202e\u2066'
    const lines: string[] = []
    const log = logOutcome({ write: (line) => void lines.push(line) })
    const dropped = [{ key: `user_data.${text}`, reason: 'unknown' as const }]
    log({ ...UPSTREAM_ERROR, eventId: text, dropped })
    expect(lines[0]).toMatch(/^[ -~]+$/)
    expect(lines[0]).toContain(String.raw`"\u001b[2J\u007f\u0085\u009b31m\u2028\u2029\u202e\u2066"`)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      'conversion.event_id': text,
      'conversion.dropped': dropped,
    })
  })

  it('logs the summary a minute after the clock was set back', () => {
    const clock = { ms: 7_200_000 }
    const lines: string[] = []
    const log = logOutcome({ write: (line) => void lines.push(line), now: () => clock.ms })
    log(ACCEPTED)
    clock.ms -= 3_600_000
    log(ACCEPTED)
    clock.ms += 60_000
    log(ACCEPTED)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { 'conversion.counts': { accepted: 2 }, 'conversion.seconds': 60 },
    ])
  })

  it('does not log accepted events, bots and visitors who opted out by default', () => {
    const skipped = (['bot', 'opted_out'] as const).map((kind) => ({ ...ACCEPTED, kind }))
    expect(collect([ACCEPTED, ...skipped])).toEqual([])
  })

  it.each(['accepted', 'bot', 'opted_out'] as const)('logs %s with everyEvent', (kind) => {
    const [line] = collect([{ ...ACCEPTED, kind }], { everyEvent: true })
    expect(line).toEqual(['INFO', expect.objectContaining({ 'conversion.outcome': kind })])
    for (const key of ['error.type', 'http.request.resend_count', 'conversion.dropped']) {
      expect(line![1]).not.toHaveProperty(key)
    }
  })

  it('logs an invalid request as a warning and a missing configuration as an error', () => {
    const unconfigured = { ...REJECTED, status: 500, reason: 'Server not configured' } as const
    expect(collect([REJECTED, unconfigured])).toEqual([
      ['WARN', expect.objectContaining({ 'error.type': 'Invalid JSON' })],
      ['ERROR', expect.objectContaining({ 'error.type': 'Server not configured' })],
    ])
  })

  it('logs an unreachable upstream with its kind and the error', () => {
    const { fbtraceId: _, ...outcome } = ACCEPTED
    const error = 'TypeError: fetch failed (ECONNREFUSED)'
    expect(collect([{ ...outcome, kind: 'upstream_unreachable', error, kept: true }])).toEqual([
      [
        'ERROR',
        expect.objectContaining({
          'error.type': 'upstream_unreachable',
          'conversion.error': error,
          'conversion.kept': true,
        }),
      ],
    ])
  })

  it('logs a deprecation warning once', () => {
    const outcome = { ...ACCEPTED, deprecation: 'v18.0 is old' }
    expect(collect([outcome, outcome, outcome])).toEqual([
      ['WARN', expect.objectContaining({ 'meta.deprecation': 'v18.0 is old' })],
    ])
  })

  it('logs an accepted event with a new warning, and then not again', () => {
    const value = { key: 'custom_data.value', reason: 'missing' } as const
    const bots = { key: 'blockBots', reason: 'invalid_result' } as const
    expect(
      collect([
        { ...ACCEPTED, warnings: [value] },
        { ...ACCEPTED, warnings: [value] },
        { ...ACCEPTED, warnings: [value, bots] },
      ]),
    ).toEqual([
      ['WARN', expect.objectContaining({ 'conversion.warnings': [value] })],
      ['WARN', expect.objectContaining({ 'conversion.warnings': [value, bots] })],
    ])
  })

  it.each(['unhashed', 'malformed'] as const)(
    'logs an accepted event that lost a field that is %s, and then not again',
    (reason) => {
      const email = { key: 'custom_data.email', reason } as const
      const unknown = { key: 'pixel_id', reason: 'unknown' } as const
      expect(
        collect([
          { ...ACCEPTED, dropped: [unknown] },
          { ...ACCEPTED, dropped: [unknown, email] },
          { ...ACCEPTED, dropped: [email] },
        ]),
      ).toEqual([['WARN', expect.objectContaining({ 'conversion.dropped': [unknown, email] })]])
    },
  )

  it('logs a warning once for each school, or for each pixel of schools without a label', () => {
    const warnings = [{ key: 'custom_data.value', reason: 'missing' } as const]
    const schools = [
      { pixelId: '1', school: 'polaris' },
      { pixelId: '1', school: 'north-star' },
      { pixelId: '1' },
      { pixelId: '2' },
    ]
    const outcomes = schools.map((school) => ({ ...ACCEPTED, ...school, warnings }))
    expect(collect([...outcomes, ...outcomes])).toHaveLength(4)
  })

  it('logs each warning of 50 schools only once', () => {
    const keys = ['custom_data.value', 'custom_data.currency', 'user_data.fbc', 'user_data.fbp']
    const outcomes = Array.from({ length: 50 }, (_, i) =>
      keys.map((key): Outcome => {
        const warnings = [{ key, reason: 'missing' } as const]
        return { ...ACCEPTED, school: `school-${i}`, warnings }
      }),
    ).flat()
    expect(collect([...outcomes, ...outcomes])).toHaveLength(200)
  })

  it('logs the warnings of every failure', () => {
    const warnings = [{ key: 'blockBots', reason: 'invalid_result' } as const]
    const outcome = { ...UPSTREAM_ERROR, warnings, deprecation: 'v18.0 is old' }
    expect(collect([outcome, outcome])).toEqual([
      ['ERROR', expect.objectContaining({ 'conversion.warnings': warnings })],
      ['ERROR', expect.objectContaining({ 'conversion.warnings': warnings })],
    ])
  })

  it('remembers at most 1000 different messages', () => {
    const outcomes = Array.from({ length: 1001 }, (_, i) => ({
      ...ACCEPTED,
      deprecation: `v${i}.0 is old`,
    }))
    expect(collect([...outcomes.slice(0, 999), outcomes[0]!])).toHaveLength(999)
    expect(collect([...outcomes, outcomes[1000]!])).toHaveLength(1001)
    expect(collect([...outcomes, outcomes[0]!])).toHaveLength(1002)
  })

  it('uses the console method of the severity by default', () => {
    const methods = ['error', 'warn', 'info'] as const
    const [error, warn, info] = methods.map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    )
    const log = logOutcome({ everyEvent: true })
    log(UPSTREAM_ERROR)
    log(REJECTED)
    log(ACCEPTED)
    for (const [spy, kind] of [
      [error, 'upstream_error'],
      [warn, 'rejected'],
      [info, 'accepted'],
    ] as const) {
      expect(spy!.mock.calls).toEqual([[expect.stringContaining(`"conversion.outcome":"${kind}"`)]])
      spy!.mockRestore()
    }
  })

  it.each([
    [190, 463, 'The access token is invalid or expired.'],
    [100, 33, 'The access token has no access to a pixel with this ID.'],
    [100, 2804003, 'The event is older than 7 days.'],
    [100, 1, undefined],
    [200, undefined, 'The access token lacks a permission.'],
    [10, undefined, 'The access token lacks a permission.'],
    [4, undefined, 'Too many requests.'],
    [613, undefined, 'Too many requests.'],
    [2635, undefined, 'The Graph API version is not supported. Set META_GRAPH_VERSION.'],
    [12345, undefined, undefined],
    [undefined, undefined, undefined],
  ])('describes code %s with subcode %s as %j', (code, subcode, description) => {
    const { code: _, subcode: __, ...outcome } = UPSTREAM_ERROR
    const codes = { ...(code && { code }), ...(subcode && { subcode }) }
    const [line] = collect([{ ...outcome, ...codes } as Outcome])
    expect((line![1] as Record<string, unknown>)['meta.error.description']).toBe(description)
  })

  it('logs the pixel, the school and the source', () => {
    const outcome = {
      ...UPSTREAM_ERROR,
      pixelId: '77',
      school: 'polaris',
      source: 'ChatGPT' as const,
    }
    expect(collect([outcome])[0]![1]).toMatchObject({
      'conversion.pixel_id': '77',
      'conversion.school': 'polaris',
      'conversion.source': 'ChatGPT',
    })
  })

  describe('the summary', () => {
    it('counts accepted events and bots, and is logged by the first outcome after a minute', () => {
      const clock = { ms: 1_700_000_000_000 }
      const lines: [string, unknown][] = []
      const log = logOutcome({
        now: () => clock.ms,
        write: (line, severity) => void lines.push([severity, JSON.parse(line)]),
      })
      for (const kind of ['accepted', 'accepted', 'bot', 'opted_out'] as const)
        log({ ...ACCEPTED, kind })
      clock.ms += 59_999
      log({ ...ACCEPTED, school: 'polaris' })
      expect(lines).toEqual([])
      clock.ms += 1
      log(ACCEPTED)
      const header = { severity_text: 'INFO', 'otel.event.name': 'conversion_capi.summary' }
      expect(lines).toEqual([
        [
          'INFO',
          {
            ...header,
            'conversion.counts': { accepted: 2, bot: 1, opted_out: 1, 'polaris.accepted': 1 },
            'conversion.seconds': 60,
          },
        ],
      ])

      clock.ms += 90_400
      log({ ...UPSTREAM_ERROR })
      expect(lines.slice(1)).toEqual([
        ['ERROR', expect.anything()],
        ['INFO', { ...header, 'conversion.counts': { accepted: 1 }, 'conversion.seconds': 90 }],
      ])
      clock.ms += 600_000
      log({ ...UPSTREAM_ERROR })
      expect(lines.slice(3)).toEqual([['ERROR', expect.anything()]])
    })

    it('counts the events of each source', () => {
      const clock = { ms: 0 }
      const leads = [undefined, 'ChatGPT', 'Google', 'Google', 'other'] as const
      const outcomes = leads.map((source) => ({ ...ACCEPTED, source }))
      const [line] = collect([...outcomes, { ...ACCEPTED, school: 'polaris', source: 'Bing' }], {
        now: () => (clock.ms += 12_000),
      })
      expect(line![1]).toHaveProperty('conversion.counts', {
        accepted: 1,
        'accepted.Lead.ChatGPT': 1,
        'accepted.Lead.Google': 2,
        'accepted.Lead.other': 1,
      })
    })

    it('counts accepted events that were logged for a warning', () => {
      const clock = { ms: 0 }
      const warnings = [{ key: 'custom_data.value', reason: 'missing' } as const]
      const lines = collect([{ ...ACCEPTED, warnings }, ACCEPTED], {
        now: () => (clock.ms += 60_000),
      })
      expect(lines).toEqual([
        ['WARN', expect.anything()],
        ['INFO', expect.objectContaining({ 'conversion.counts': { accepted: 1 } })],
      ])
    })

    it('is not logged with everyEvent', () => {
      const clock = { ms: 0 }
      const options = { everyEvent: true, now: () => (clock.ms += 60_000) }
      const names = collect([ACCEPTED, ACCEPTED, ACCEPTED], options).map(
        ([, line]) => (line as Record<string, unknown>)['otel.event.name'],
      )
      expect(names).toEqual(Array(3).fill('conversion_capi.outcome'))
    })
  })

  it('throws a TypeError for an unknown option', () => {
    expect(() => logOutcome({ everyevent: true } as LogOutcomeOptions)).toThrow(
      new TypeError('Option "everyevent" is unknown. Use one of everyEvent, write, now.'),
    )
  })
})
