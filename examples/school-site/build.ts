import { fileURLToPath } from 'node:url'

import { buildSite } from './build-site.ts'

const folder = fileURLToPath(new URL('dist', import.meta.url))
try {
  // Imported dynamically, so that errors in the description are printed like all others.
  const { default: school } = await import('./school.config.ts')
  await buildSite(folder, school, new Date().toISOString().slice(0, 10))
  console.log(`Wrote a project for each host to ${folder}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
