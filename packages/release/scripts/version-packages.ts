// Applies the changesets, and writes the new version into the manifest for JSR.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exec } from 'tinyexec'

await exec('pnpm', ['exec', 'changeset', 'version'], {
  nodeOptions: { stdio: 'inherit' },
  throwOnError: true,
})
const adapter = fileURLToPath(new URL('../../../adapters/deno/', import.meta.url))
const { version } = JSON.parse(readFileSync(`${adapter}package.json`, 'utf8'))
const jsr = readFileSync(`${adapter}jsr.json`, 'utf8')
writeFileSync(
  `${adapter}jsr.json`,
  jsr
    .replace(/"version": "[^"]+"/, `"version": "${version}"`)
    .replace(/npm:@conversion-capi\/core@[^"]+/, `npm:@conversion-capi/core@^${version}`),
)
