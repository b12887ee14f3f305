import { writeFile } from 'node:fs/promises'

import { generateSource } from './generate-source.ts'

await writeFile(new URL('../src/lib/browser.generated.ts', import.meta.url), await generateSource())
