import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { nameOf, readSamples, ROOT, type Sample } from './samples/read-samples.ts'

// The adapters recognize previews. A handler of core needs the option, and these run on hosts with previews.
// The packages' READMEs show handlers for any runtime. Fastify and AWS Lambda know no previews.
it('every handler in the guides and recipes says whether the deployment is a preview', () => {
  const samples = readSamples('ts').filter(({ page }) => /^(docs|examples)\//.test(page))
  const files: Omit<Sample, 'language'>[] = globSync('examples/recipes/**/*.ts', {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  }).map((page) => ({ page, line: 1, code: readFileSync(join(ROOT, page), 'utf8') }))
  const handlers = [...samples, ...files].filter(
    ({ code }) => code.includes('createHandler(') && !/'(?:fastify|srvx\/aws-lambda)'/.test(code),
  )
  expect(handlers.length).toBeGreaterThan(6)
  expect(handlers.filter(({ code }) => !/\bpreview:/.test(code)).map(nameOf)).toEqual([])
})
