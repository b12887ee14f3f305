import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type ConfigEdit, editConfig } from './edit-config.ts'
import { FRAMEWORK_RECORDS } from './frameworks.ts'

const VITE = FRAMEWORK_RECORDS.vite.edit
const ASTRO = FRAMEWORK_RECORDS.astro.edit
const NEXT = FRAMEWORK_RECORDS.next.edit
const IMPORT = "import { conversionCapi } from 'conversion-capi/vite'\n"
const DEFINE = "import { defineConfig } from 'vite'\n"

it.each<[edit: ConfigEdit, before: string, after: string | undefined]>([
  [
    VITE,
    `${DEFINE}\nexport default defineConfig({ plugins: [a()] })\n`,
    `${DEFINE}${IMPORT}\nexport default defineConfig({ plugins: [conversionCapi(), a()] })\n`,
  ],
  [VITE, 'export default {}\n', `${IMPORT}\nexport default { plugins: [conversionCapi()] }\n`],
  [
    VITE,
    'export default {\n  plugins: [\n    a(),\n  ],\n}\n',
    `${IMPORT}\nexport default {\n  plugins: [\n    conversionCapi(),\n    a(),\n  ],\n}\n`,
  ],
  [
    VITE,
    '// @ts-check\r\nimport a from "a";\r\nexport default { "plugins": [] };\r\n',
    '// @ts-check\r\nimport a from "a";\r\nimport { conversionCapi } from "conversion-capi/vite";\r\nexport default { "plugins": [conversionCapi()] };\r\n',
  ],
  [
    VITE,
    'export default { server: { port: 1 } } satisfies UserConfig',
    `${IMPORT}\nexport default { plugins: [conversionCapi()], server: { port: 1 } } satisfies UserConfig`,
  ],
  [
    VITE,
    `${IMPORT}export default { plugins: [conversionCapi()] }`,
    `${IMPORT}export default { plugins: [conversionCapi()] }`,
  ],
  [
    ASTRO,
    'export default defineConfig({\n  site: 1,\n})',
    "import { conversionCapiAstro } from 'conversion-capi/vite'\n\nexport default defineConfig({\n  integrations: [conversionCapiAstro()],\n  site: 1,\n})",
  ],
  [
    NEXT,
    'const config: NextConfig = {}\nexport default withIntl(config)\n',
    "import { withConversionCapi } from 'conversion-capi/next'\n\nconst config: NextConfig = {}\nexport default withConversionCapi(withIntl(config))\n",
  ],
  [
    NEXT,
    '// @ts-check\n/** @type {NextConfig} */\nconst config = {}\n\nmodule.exports = config\n',
    "// @ts-check\nconst { withConversionCapi } = require('conversion-capi/next')\n\n/** @type {NextConfig} */\nconst config = {}\n\nmodule.exports = withConversionCapi(config)\n",
  ],
  [
    VITE,
    `${DEFINE}\nconst config = defineConfig({ plugins: [a()] })\n\nexport default config\n`,
    `${DEFINE}${IMPORT}\nconst config = defineConfig({ plugins: [conversionCapi(), a()] })\n\nexport default config\n`,
  ],
  [VITE, 'const config = config\nexport default config', undefined],
  [
    NEXT,
    'export default {} satisfies NextConfig',
    "import { withConversionCapi } from 'conversion-capi/next'\n\nexport default withConversionCapi({} satisfies NextConfig)",
  ],
  [NEXT, 'export default function config() {}', undefined],
  [NEXT, 'exports.config = {}', undefined],
  [
    VITE,
    "export default defineConfig(({ mode }) => ({ plugins: [a(), mode === 'x' && b()].filter(Boolean) }))",
    `${IMPORT}\nexport default defineConfig(({ mode }) => ({ plugins: [conversionCapi(), a(), mode === 'x' && b()].filter(Boolean) }))`,
  ],
  [
    VITE,
    'export default defineConfig(async () => {\n  const a = 1\n  return { plugins: [a] }\n})',
    `${IMPORT}\nexport default defineConfig(async () => {\n  const a = 1\n  return { plugins: [conversionCapi(), a] }\n})`,
  ],
  [
    VITE,
    `// ${IMPORT}export default {}`,
    `// ${IMPORT}${IMPORT}\nexport default { plugins: [conversionCapi()] }`,
  ],
  [VITE, 'export default defineConfig(() => { if (a) return { plugins: [] } })', undefined],
  [VITE, 'export default defineConfig(({ mode }) => configs[mode])', undefined],
  [VITE, 'export default { ...base }', undefined],
  [VITE, 'export default { plugins }', undefined],
  [VITE, 'export default mergeConfig({}, { plugins: [] })', undefined],
  [VITE, 'const conversionCapi = 1; export default {}', undefined],
  [VITE, 'export default { plugins: [', undefined],
])('edits a recognized shape, and no other: %o, %j', (edit, before, after) => {
  expect(editConfig(before, edit)).toBe(after)
})

const CONFIGS = [
  `${DEFINE}import a from "a";\n\nexport default defineConfig({\n  // plugins: [b()]\n  base: '/x/',\n  plugins: [a({ plugins: [1] }), /* ] */],\n  server: { port: 3000 },\n})\n`,
  "import type { UserConfig } from 'vite'\nconst text: string = 'export default { plugins: [] }'\nexport default { define: { text } } satisfies UserConfig\n",
]
const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  '...a',
  "'",
  '`',
  '//',
  '/*',
  '*/',
  '\n',
  'plugins',
  ': any',
  'export default ',
  'as const',
  'a()',
]

it('only ever adds to a mutated configuration, and adds one import and one call', () => {
  const mutation = fc.record({
    at: fc.nat(),
    length: fc.nat({ max: 12 }),
    piece: fc.constantFrom('', ...PIECES),
  })
  let edited = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...CONFIGS),
      fc.array(mutation, { maxLength: 3 }),
      (config, mutations) => {
        let text = config
        for (const { at, length, piece } of mutations) {
          const start = at % text.length
          text = text.slice(0, start) + piece + text.slice(start + (piece === '' ? length : 0))
        }
        const result = editConfig(text, VITE)
        if (result === undefined || result === text) return
        edited += 1
        const line = /import \{ conversionCapi \} from (['"])conversion-capi\/vite\1;?/
        expect(result.match(line)).not.toBeNull()
        expect(result.match(/conversionCapi\(\)/g)).toHaveLength(1)
        // A second run changes nothing.
        expect(editConfig(result, VITE)).toBe(result)
        const [call] = /(?: |\s*)(?:plugins: \[conversionCapi\(\)\]|conversionCapi\(\)),?/.exec(
          result,
        )!
        expect(result.replace(line, '').replace(call, '').replaceAll(/\s/g, '')).toBe(
          text.replaceAll(/\s/g, ''),
        )
      },
    ),
    { numRuns: 2000 },
  )
  expect(edited).toBeGreaterThan(100)
})
