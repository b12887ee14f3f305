import { writeFile } from 'node:fs/promises'

import { bundleScript } from './bundle-script.ts'

const source = `// Written by \`pnpm generate\` from src/lib/browser; a test keeps it up to date.
export const SCRIPT: string = ${JSON.stringify(await bundleScript())}
`
await writeFile(new URL('../src/lib/script.generated.ts', import.meta.url), source)
