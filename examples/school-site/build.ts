import { fileURLToPath } from 'node:url'

import { buildSite } from './build-site.ts'

const folder = fileURLToPath(new URL('dist', import.meta.url))
try {
  // Imported here, so that a fault in it is told like any other.
  const { default: school } = await import('./school.config.ts')
  await buildSite(folder, school)
  console.log(`The site is in ${folder}, in a folder for each host.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
