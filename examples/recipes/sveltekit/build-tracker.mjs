import { mkdirSync, writeFileSync } from 'node:fs'
import { buildTracker } from '@conversion-capi/tracker'

const folder = 'static'
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/polaris.js`, buildTracker({ name: 'polaris', declarative: true }))
