import { bundleAddOn, bundleScript } from './bundle-script.ts'

const ADD_ONS = {
  ALLOW_QUERY: ['allow-query.ts', 'allowQuery'],
  DECLARATIVE: ['declarative.ts', 'declarative'],
  LOAD_PIXEL: ['load-pixel.ts', 'loadPixel'],
  NATIONAL_PHONE: ['national-phone.ts', 'nationalPhone'],
  SINGLE_PAGE: ['single-page.ts', 'singlePage'],
} as const

/** Writes the module that holds the browser's code as text. */
export async function generateSource(): Promise<string> {
  const scripts: [string, string][] = [
    ['BASE', await bundleScript('main.ts')],
    ['SCRIPT_TAG', await bundleScript('script-tag.ts')],
  ]
  for (const [name, [file, exported]] of Object.entries(ADD_ONS)) {
    scripts.push([name, await bundleAddOn(file, exported)])
  }
  const declarations = scripts.map(
    ([name, code]) => `export const ${name}: string = ${JSON.stringify(code)}`,
  )
  return `// Written by \`pnpm generate\` from src/lib/browser; a test keeps it up to date.\n${declarations.join('\n')}\n`
}
