import type { Faults } from '@conversion-capi/emulator'

/** Every transient upstream failure, as a fault of the emulator that occurs with probability 1. */
export const UPSTREAM_FAULTS: Readonly<Record<string, Faults>> = {
  'reset, event not recorded': { networkError: { probability: 1 } },
  'reset, event recorded': { networkError: { probability: 1, recorded: true } },
  'no response, event not recorded': { hang: { probability: 1 } },
  'no response, event recorded': { hang: { probability: 1, recorded: true } },
  '500, event recorded': { status: { probability: 1, status: 500, recorded: true } },
  '503': { status: { probability: 1, status: 503 } },
  '502 with HTML': { status: { probability: 1, status: 502, body: '<h1>Bad gateway</h1>' } },
  '429': { status: { probability: 1, status: 429 } },
  '400, code 4': { status: { probability: 1, status: 400, code: 4 } },
  '400, code 17': { status: { probability: 1, status: 400, code: 17 } },
  '400, code 613': { status: { probability: 1, status: 400, code: 613 } },
  '400, code 80004': { status: { probability: 1, status: 400, code: 80_004 } },
  '400, is_transient': {
    status: { probability: 1, status: 400, body: { error: { code: 100, is_transient: true } } },
  },
  'body breaks off, event recorded': { brokenBody: { probability: 1 } },
}
