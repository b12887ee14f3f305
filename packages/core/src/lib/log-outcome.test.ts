import { describe, expect, it, vi } from 'vitest'

import { logOutcome, type LogOutcomeOptions, type Outcome } from '../index.ts'

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
          'event.name': 'conversion_capi.outcome',
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
          'meta.fbtrace_id': 'A1',
        },
      ],
    ])
  })

  it('does not log accepted events and bots by default', () => {
    expect(collect([ACCEPTED, { ...ACCEPTED, kind: 'bot', attempts: 0 }])).toEqual([])
  })

  it('logs accepted events and bots with everyEvent', () => {
    const lines = collect([ACCEPTED, { ...ACCEPTED, kind: 'bot' }], { everyEvent: true })
    expect(lines).toEqual([
      ['INFO', expect.objectContaining({ 'conversion.outcome': 'accepted' })],
      ['INFO', expect.objectContaining({ 'conversion.outcome': 'bot' })],
    ])
    expect(lines[0]![1]).not.toHaveProperty('error.type')
    expect(lines[0]![1]).not.toHaveProperty('http.request.resend_count')
    expect(lines[0]![1]).not.toHaveProperty('conversion.dropped')
  })

  it('logs an invalid request as a warning and a missing configuration as an error', () => {
    const rejected = {
      kind: 'rejected' as const,
      durationMs: 0,
      attempts: 0,
      dropped: [],
      warnings: [],
    }
    expect(
      collect([
        { ...rejected, status: 400, reason: 'Invalid JSON' },
        { ...rejected, status: 500, reason: 'Server not configured' },
      ]),
    ).toEqual([
      ['WARN', expect.objectContaining({ 'error.type': 'Invalid JSON' })],
      ['ERROR', expect.objectContaining({ 'error.type': 'Server not configured' })],
    ])
  })

  it('logs an unreachable upstream with its kind and the error', () => {
    const { fbtraceId: _, ...outcome } = ACCEPTED
    const error = 'TypeError: fetch failed (ECONNREFUSED)'
    expect(collect([{ ...outcome, kind: 'upstream_unreachable', error }])).toEqual([
      [
        'ERROR',
        expect.objectContaining({ 'error.type': 'upstream_unreachable', 'error.message': error }),
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
    const email = { key: 'custom_data.email', reason: 'unhashed' } as const
    const bots = { key: 'blockBots', reason: 'invalid_result' } as const
    expect(
      collect([
        { ...ACCEPTED, warnings: [email] },
        { ...ACCEPTED, warnings: [email] },
        { ...ACCEPTED, warnings: [email, bots] },
      ]),
    ).toEqual([
      ['WARN', expect.objectContaining({ 'conversion.warnings': [email] })],
      ['WARN', expect.objectContaining({ 'conversion.warnings': [email, bots] })],
    ])
  })

  it('logs the warnings of every failure', () => {
    const warnings = [{ key: 'blockBots', reason: 'invalid_result' } as const]
    const outcome = { ...UPSTREAM_ERROR, warnings }
    expect(collect([outcome, outcome])).toEqual([
      ['ERROR', expect.objectContaining({ 'conversion.warnings': warnings })],
      ['ERROR', expect.objectContaining({ 'conversion.warnings': warnings })],
    ])
  })

  it('remembers at most 100 different texts', () => {
    const outcomes = Array.from({ length: 101 }, (_, i) => ({
      ...ACCEPTED,
      deprecation: `v${i}.0 is old`,
    }))
    expect(collect([...outcomes.slice(0, 100), outcomes[0]!])).toHaveLength(100)
    expect(collect([...outcomes, outcomes[100]!])).toHaveLength(101)
    expect(collect([...outcomes, outcomes[0]!])).toHaveLength(102)
  })

  it('logs a failure with a deprecation warning as an error', () => {
    const [line] = collect([{ ...UPSTREAM_ERROR, deprecation: 'v18.0 is old' }])
    expect(line![0]).toBe('ERROR')
  })

  it('uses the console method of the severity by default', () => {
    const methods = ['error', 'warn', 'info'] as const
    const [error, warn, info] = methods.map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    )
    const log = logOutcome({ everyEvent: true })
    log(UPSTREAM_ERROR)
    log({
      kind: 'rejected',
      status: 400,
      reason: 'Invalid JSON',
      durationMs: 0,
      attempts: 0,
      dropped: [],
      warnings: [],
    })
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
})
