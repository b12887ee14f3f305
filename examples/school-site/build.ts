import { buildSite, CommandError, HOSTS } from 'conversion-capi'

const dir = import.meta.dirname
const today = new Date().toISOString().slice(0, 10)
try {
  for (const host of HOSTS) {
    await buildSite({ dir, host, hostFiles: `hosts/${host}`, output: `dist/${host}`, today })
  }
  console.log('Wrote a project for each host to dist/.')
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(
    [
      error.message,
      ...error.findings.map(({ file, line, message }) => `${file}:${line ?? 1} ${message}`),
    ].join('\n'),
  )
  process.exitCode = 1
}
