import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = `${ROOT}.reports/`

/**
 * Returns the path for the JSON report of a suite. Deletes the result of an earlier run.
 *
 * @param {string} suite The name of the suite.
 * @returns {string} The absolute path of the report.
 */
export function createReportPath(suite) {
  mkdirSync(FOLDER, { recursive: true })
  rmSync(toPath(suite, 'json'), { force: true })
  rmSync(toPath(suite, 'exit'), { force: true })
  return toPath(suite, 'json')
}

/**
 * Saves how a suite ended. Reports do not contain it, and miss errors outside tests.
 *
 * @param {string} suite The name of the suite.
 * @param {number} exitCode The exit code of the command that failed, or 0.
 */
export function saveExitCode(suite, exitCode) {
  writeFileSync(toPath(suite, 'exit'), `${exitCode}`)
}

/**
 * Sums the results of the given suites.
 *
 * @param {string[]} suites The names of the suites.
 * @returns {{ passed: number, failed: number, skipped: number }} The numbers of tests.
 */
export function countTests(suites) {
  const counts = suites.map(countSuite)
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/**
 * Describes the failed tests, so that they can be read at the end of a long output.
 *
 * @param {string[]} suites The names of the suites.
 * @returns {string[]} For each failed test or file, its file, its name and the start of its error message.
 */
export function describeFailures(suites) {
  return suites.flatMap((suite) => {
    const failures = (readReport(suite)?.testResults ?? []).flatMap(describeFile)
    if (failures.length > 0 || countSuite(suite).failed === 0) return failures
    return [`${suite}\n  The suite failed without a failed test. Its output names the error.`]
  })
}

/**
 * Describes the tests that passed only when they were repeated.
 *
 * @param {string[]} suites The names of the suites.
 * @returns {string[]} For each test, its file, its name and the start of the error message of the first run.
 */
export function describeRetries(suites) {
  return suites
    .flatMap((suite) => readReport(suite)?.testResults ?? [])
    .flatMap((file) => describeTests(file, isRetried))
}

/**
 * Formats the numbers of tests.
 *
 * @returns {string} E.g. `12 passed, 0 failed, 3 skipped`.
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/**
 * A suite that ended early counts as one failure, as does a test file that fails without a failed test, and an error
 * outside the tests.
 */
function countSuite(suite) {
  try {
    const report = readReport(suite)
    const brokenFiles = report.testResults.filter(isBroken)
    const counts = {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles.length,
      skipped: report.numPendingTests + report.numTodoTests,
    }
    const isComplete = Object.values(counts).every(Number.isSafeInteger)
    const succeeded = counts.passed > 0 && readFileSync(toPath(suite, 'exit'), 'utf8') === '0'
    if (isComplete) return { ...counts, failed: Math.max(counts.failed, succeeded ? 0 : 1) }
  } catch {
    // The report is missing or truncated.
  }
  return { passed: 0, failed: 1, skipped: 0 }
}

/** Returns `undefined` if the report is missing or truncated. */
function readReport(suite) {
  try {
    return JSON.parse(readFileSync(toPath(suite, 'json'), 'utf8'))
  } catch {
    return undefined
  }
}

function describeFile(file) {
  const unknown = 'A hook failed, or the process ended before the tests.'
  if (isBroken(file)) return [describeFailure(file, '', file.message || unknown)]
  return describeTests(file, ({ status }) => status === 'failed')
}

function describeTests(file, filter) {
  return file.assertionResults
    .filter(filter)
    .map((test) => describeFailure(file, ` > ${test.fullName}`, test.failureMessages.join('\n')))
}

/** A test that passed has error messages only from earlier runs. */
function isRetried({ status, failureMessages }) {
  return status === 'passed' && failureMessages.length > 0
}

function describeFailure({ name }, test, message) {
  const start = message.slice(0, 600).replaceAll('\n', '\n  ')
  return `${relative(ROOT, name)}${test}\n  ${start}`
}

/** If the process of a file ends before its tests, they stay `pending`, and the file counts as passed. */
function isBroken({ status, assertionResults }) {
  const has = (testStatus) => assertionResults.some((test) => test.status === testStatus)
  return has('pending') || (status === 'failed' && !has('failed'))
}

function toPath(suite, extension) {
  return `${FOLDER}${suite}.${extension}`
}
