import { writeFile } from 'node:fs/promises'

import { generateSource } from './generate-source.ts'

const file = new URL('../src/lib/init/consent-scripts.generated.ts', import.meta.url)
await writeFile(file, await generateSource())
