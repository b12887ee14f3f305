import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../.reports/', import.meta.url))

/**
 * Returns the path for the JSON report of a suite. Deletes the report of an earlier run.
 *
 * @param {string} suite The name of the suite.
 * @returns {string} The absolute path of the report.
 */
export function createReportPath(suite) {
  const path = toPath(suite)
  mkdirSync(FOLDER, { recursive: true })
  rmSync(path, { force: true })
  return path
}

/**
 * Sums the reports of the given suites.
 *
 * @param {string[]} suites The names of the suites.
 * @returns {string} E.g. `12 passed, 0 failed, 3 skipped`.
 */
export function summarize(suites) {
  const counts = suites.map(countTests)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) =>
    counts.reduce((sum, count) => sum + count[key], 0),
  )
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** A suite without a report and a test file that fails before its first test each count as one failure. */
function countTests(suite) {
  const report = readReport(suite)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function readReport(suite) {
  try {
    return JSON.parse(readFileSync(toPath(suite), 'utf8'))
  } catch {
    return undefined
  }
}

function toPath(suite) {
  return `${FOLDER}${suite}.json`
}
