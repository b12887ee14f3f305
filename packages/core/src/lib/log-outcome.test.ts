import { describe, expect, it, vi } from 'vitest'

import { type LogOptions, logOutcome, type Outcome } from '../index.ts'

const ACCEPTED: Outcome = {
  kind: 'accepted',
  status: 200,
  durationMs: 12,
  attempts: 1,
  dropped: [],
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
  dropped: [{ key: 'user_data.email', why: 'unknown' }],
}

function collect(outcomes: Outcome[], options: LogOptions = {}) {
  const lines: [string, unknown][] = []
  const log = logOutcome({
    ...options,
    write: (line, severity) => void lines.push([severity, JSON.parse(line)]),
  })
  for (const outcome of outcomes) log(outcome)
  return lines
}

describe('logOutcome', () => {
  it('writes one line of JSON for a failure', () => {
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
          'conversion.dropped': [{ key: 'user_data.email', why: 'unknown' }],
          'meta.status_code': 400,
          'meta.error.code': 613,
          'meta.error.subcode': 1487742,
          'meta.fbtrace_id': 'A1',
        },
      ],
    ])
  })

  it('says nothing of accepted events and bots', () => {
    expect(collect([ACCEPTED, { ...ACCEPTED, kind: 'bot', attempts: 0 }])).toEqual([])
  })

  it('writes them too when asked', () => {
    const lines = collect([ACCEPTED, { ...ACCEPTED, kind: 'bot' }], { everyEvent: true })
    expect(lines).toEqual([
      ['INFO', expect.objectContaining({ 'conversion.outcome': 'accepted' })],
      ['INFO', expect.objectContaining({ 'conversion.outcome': 'bot' })],
    ])
    expect(lines[0]![1]).not.toHaveProperty('error.type')
    expect(lines[0]![1]).not.toHaveProperty('http.request.resend_count')
    expect(lines[0]![1]).not.toHaveProperty('conversion.dropped')
  })

  it('warns of a request that was wrong, and makes an error of a missing configuration', () => {
    const rejected: Omit<Outcome, 'status'> = {
      kind: 'rejected',
      durationMs: 0,
      attempts: 0,
      dropped: [],
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

  it('names an unreachable platform by its kind, and what was thrown', () => {
    const { fbtraceId: _, ...outcome } = ACCEPTED
    const error = 'TypeError: fetch failed (ECONNREFUSED)'
    expect(collect([{ ...outcome, kind: 'upstream_unreachable', error }])).toEqual([
      [
        'ERROR',
        expect.objectContaining({ 'error.type': 'upstream_unreachable', 'error.message': error }),
      ],
    ])
  })

  it('warns of an old version once', () => {
    const outcome = { ...ACCEPTED, deprecation: 'v18.0 is old' }
    expect(collect([outcome, outcome, outcome])).toEqual([
      ['WARN', expect.objectContaining({ 'meta.deprecation': 'v18.0 is old' })],
    ])
  })

  it('keeps the severity of a failure that also tells of an old version', () => {
    const [line] = collect([{ ...UPSTREAM_ERROR, deprecation: 'v18.0 is old' }])
    expect(line![0]).toBe('ERROR')
  })

  it('writes to the console by severity when not told otherwise', () => {
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
