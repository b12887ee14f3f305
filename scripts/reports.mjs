import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../.reports/', import.meta.url))

/** Where a suite's report is written; one from an earlier run is removed. */
export function newReport(suite) {
  mkdirSync(FOLDER, { recursive: true })
  rmSync(`${FOLDER}${suite}.json`, { force: true })
  return `${FOLDER}${suite}.json`
}

/** "N passed, N failed" over the reports of these suites. */
export function summarize(suites) {
  const counts = suites.map(count)
  const passed = counts.reduce((sum, each) => sum + each.passed, 0)
  const failed = counts.reduce((sum, each) => sum + each.failed, 0)
  return `${passed} passed, ${failed} failed`
}

/** A test file that failed before its tests ran counts as one failure, and so does a suite that never ran. */
function count(suite) {
  const report = read(suite)
  if (!report) return { passed: 0, failed: 1 }
  const unrun = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + unrun.length }
}

function read(suite) {
  try {
    return JSON.parse(readFileSync(`${FOLDER}${suite}.json`, 'utf8'))
  } catch {
    return undefined
  }
}
