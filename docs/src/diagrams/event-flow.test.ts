import { readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

import { eventFlow } from './event-flow.ts'
import { renderDiagram } from './render-diagram.ts'

it('is rendered to the committed image', async () => {
  const file = new URL('../../public/images/event-flow.svg', import.meta.url)
  expect(await readFile(file, 'utf8'), 'Run "pnpm generate".').toBe(renderDiagram(eventFlow))
})
