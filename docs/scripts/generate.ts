/**
 * Writes the diagrams, which are committed because READMEs show them too.
 *
 *     pnpm --filter docs generate
 */
import { writeFileSync } from 'node:fs'

import { eventFlow } from '../src/diagrams/event-flow.ts'
import { renderDiagram } from '../src/diagrams/render-diagram.ts'

writeFileSync(new URL('../public/images/event-flow.svg', import.meta.url), renderDiagram(eventFlow))
