/**
 * Does one thing with a project in a new process, and prints how long it took in the last line:
 * `node child.ts parse|check|build|dev|visit <folder>`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { runDev } from 'conversion-capi'
import { fromHtml } from 'hast-util-from-html'

const [job, dir] = process.argv.slice(2) as [string, string]
const HOME = join(dir, 'public/index.html')
const times = await run()
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
console.log(
  JSON.stringify({
    ...times,
    elapsedMs: performance.now(),
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    maxBytes: maxRSS * 1024,
  }),
)

async function run(): Promise<{ startMs?: number; savedMs?: number }> {
  if (job === 'parse') {
    const pages = join(dir, 'public')
    for (const file of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
      if (file.endsWith('.html')) fromHtml(readFileSync(join(pages, file), 'utf8'))
    }
  } else if (job === 'dev') return timeDev()
  else {
    if (job === 'visit') process.argv.splice(3, 0, '--dir')
    // Runs the command as `npx` does: with its settings of V8.
    await import(new URL('src/bin.ts', import.meta.resolve('conversion-capi/package.json')).href)
  }
  return {}
}

async function timeDev(): Promise<{ startMs: number; savedMs: number }> {
  const server = await runDev({ dir, port: 0 })
  await (await fetch(server.url)).text()
  // From the start of the process.
  const startMs = performance.now()
  await server.checked()
  writeFileSync(HOME, readFileSync(HOME, 'utf8').replace('<main>', '<main><p>Saved</p>'))
  const savedAt = performance.now()
  while (!(await (await fetch(server.url)).text()).includes('Saved'));
  const savedMs = performance.now() - savedAt
  await server.close()
  return { startMs, savedMs }
}
