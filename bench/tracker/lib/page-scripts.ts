import { readFile } from 'node:fs/promises'

import { buildTracker } from '@conversion-capi/tracker'
import { build, transform } from 'esbuild'

import { CLIENT_LIBRARY } from '../../../tests/peers/client-library-page.ts'

/** A script that a page includes. It sends a page view, or does its first work, when it is evaluated. */
export interface PageScript {
  code: string
  /** Attributes of the `<script>` element. */
  attributes: Record<string, string>
}

export const OURS = 'conversion-capi, base'
export const UMAMI = 'umami 3.1.0'

/** Returns the scripts of our and other projects for a cold page. */
export async function readPageScripts(): Promise<Record<string, PageScript>> {
  return {
    [OURS]: { code: buildTracker({ name: 'polaris' }), attributes: {} },
    [UMAMI]: { code: await buildUmami(), attributes: { 'data-website-id': 'polaris' } },
    '@plausible-analytics/tracker': { code: await bundle(PLAUSIBLE), attributes: {} },
    'web-vitals, which sends nothing': { code: await bundle(WEB_VITALS), attributes: {} },
    'meta-capi-param-builder-clientjs, which sends nothing': {
      code: `${CLIENT_LIBRARY}\nclientParamBuilder.processAndCollectAllParams()`,
      attributes: {},
    },
  }
}

const PLAUSIBLE = `import { init } from '@plausible-analytics/tracker'
init({ domain: 'school.example', endpoint: '/api/event', captureOnLocalhost: true })`

const WEB_VITALS = `import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(() => {})`

/** Builds Umami's script as Umami does, with its default endpoint. It is not published as a package. */
export async function buildUmami(): Promise<string> {
  const url = new URL('../vendor/umami-3.1.0.js', import.meta.url)
  const source = (await readFile(url, 'utf8'))
    .replaceAll('__COLLECT_API_HOST__', '')
    .replaceAll('__COLLECT_API_ENDPOINT__', '/api/send')
  const options = { minify: true, target: 'es2020', legalComments: 'none' } as const
  return (await transform(source, options)).code
}

/** Bundles and minifies a module with the installed packages. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    write: false,
  })
  return outputFiles[0]!.text
}
