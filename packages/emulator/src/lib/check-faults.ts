import { check } from './check.ts'
import { checkKeys } from './check-keys.ts'
import { isRecord } from './is-record.ts'

const FAULT_KEYS: Record<string, readonly string[]> = {
  latency: ['probability', 'ms', 'taken'],
  hang: ['probability', 'taken'],
  networkError: ['probability', 'taken'],
  status: ['probability', 'status', 'code', 'body', 'taken'],
  brokenBody: ['probability'],
}
const ENDPOINTS: readonly unknown[] = ['events', 'tr']
const LONGEST_TIMER_MS = 2 ** 31 - 1
const STATUSES_WITHOUT_BODY = [204, 205, 304]

/** @throws A `TypeError` that names the first setting that is not a fault's */
export function checkFaults(faults: unknown): void {
  const settings = checkKeys(faults, 'faults', [...Object.keys(FAULT_KEYS), 'endpoints'])
  for (const [name, keys] of Object.entries(FAULT_KEYS)) {
    if (settings[name] !== undefined) checkFault(settings[name], `faults.${name}`, keys)
  }

  const { endpoints = [] } = settings
  const areEndpoints =
    Array.isArray(endpoints) && endpoints.every((each) => ENDPOINTS.includes(each))
  check(areEndpoints, 'faults.endpoints', `a list of ${ENDPOINTS.join(', ')}`)
}

function checkFault(fault: unknown, name: string, keys: readonly string[]): void {
  const { probability, taken = false, ms, status, code, body } = checkKeys(fault, name, keys)

  check(isBetween(0, 1, probability), `${name}.probability`, 'a number from 0 to 1')
  check(typeof taken === 'boolean', `${name}.taken`, 'true or false')
  if (keys.includes('ms')) {
    check(
      isBetween(0, LONGEST_TIMER_MS, ms),
      `${name}.ms`,
      `milliseconds, 0 to ${LONGEST_TIMER_MS}`,
    )
  }
  if (!keys.includes('status')) return

  const hasBody = Number.isInteger(status) && !STATUSES_WITHOUT_BODY.includes(Number(status))
  check(
    isBetween(200, 599, status) && hasBody,
    `${name}.status`,
    `an integer from 200 to 599, other than ${STATUSES_WITHOUT_BODY.join(', ')}`,
  )
  check(code === undefined || Number.isInteger(code), `${name}.code`, 'an integer')
  check(
    body === undefined || typeof body === 'string' || isRecord(body),
    `${name}.body`,
    'a string or an object',
  )
  check(code === undefined || body === undefined, name, 'given a code or a body, not both')
}

function isBetween(least: number, most: number, value: unknown): boolean {
  return typeof value === 'number' && value >= least && value <= most
}
