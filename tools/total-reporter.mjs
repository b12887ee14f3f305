import { relative } from 'node:path'

export default class TotalReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state) => tests.filter((test) => test.result().state === state)
    const failed = count('failed')
    const broken = modules.filter(isBroken)
    const flaky = tests.filter((test) => test.diagnostic()?.flaky)

    for (const test of flaky) print('PASSED WHEN REPEATED', test, test.result().errors)
    for (const test of failed) print('FAILED', test, test.result().errors)
    for (const module of broken) print('FAILED', module, errorsOf(module))
    for (const error of unhandledErrors) print('FAILED', undefined, [error])

    const failures = failed.length + broken.length + unhandledErrors.length
    const passed = count('passed').length
    // A suite can fail before its tests, and a suite that failed has at least one failure.
    const sum = Math.max(failures, Number(process.env.FAILED_SUITES), passed === 0 ? 1 : 0)
    console.log(`\n${passed} passed, ${sum} failed, ${count('skipped').length} skipped`)
    if (sum > 0) process.exitCode = 1
  }
}

/** Returns whether a hook or the syntax failed, or the process ended: its tests stay pending. */
function isBroken(module) {
  const has = (state) => [...module.children.allTests(state)].length > 0
  return has('pending') || (module.state() === 'failed' && !has('failed'))
}

function errorsOf(module) {
  const suites = [...module.children.allSuites()]
  return [module, ...suites].flatMap((each) => each.errors())
}

function print(label, entity, errors = []) {
  const module = entity?.module ?? entity
  const place = [module && relative('.', module.moduleId), entity !== module && entity.fullName]
  const message = errors.map((error) => error.stack ?? error.message).join('\n')
  console.log(`\n${label} ${place.filter(Boolean).join(' > ')}`)
  console.log(`  ${message.slice(0, 600).replaceAll('\n', '\n  ')}`)
}
