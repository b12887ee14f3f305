// Writes the public URL of the repository into every manifest: `node set-repository.ts <url>`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackages, repositoryFields, ROOT } from '../src/index.ts'

const [url = ''] = process.argv.slice(2)
try {
  for (const { folder, directory } of findPackages()) {
    setFields(join(folder, 'package.json'), repositoryFields(url, directory))
  }
  setFields(join(ROOT, 'package.json'), { repository: url })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function setFields(file: string, fields: Record<string, unknown>): void {
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), ...fields }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
}
