import { isJsonObject } from '@conversion-capi/core/protocol'
import { tryCall } from '@conversion-capi/meta/terminal'
import { parse } from 'smol-toml'

import {
  type HeaderRule,
  listTables,
  matchPattern,
  readHeadersFile,
  toHeaders,
} from './header-rules.ts'
import { type HostRecord, proxyVariables, renderFunction } from './host-record.ts'

export const netlify: HostRecord = {
  meaning: 'pages and function on Netlify (has a free plan)',
  copied: ['netlify/functions'],
  settings: 'netlify.toml',
  signs: ['netlify.toml', '.netlify'],
  template: ({ output = 'public' }) => ({
    files: {
      'netlify/functions/conversion-capi.ts': `${renderFunction('netlify')}export const config = { path: '/functions/v1/conversion-capi' }\n`,
    },
    settings: `${output && `[build]\npublish = "${output}"\n\n`}[functions]\nnode_bundler = "esbuild"\n`,
    dependencies: ['@conversion-capi/netlify'],
  }),
  rendered: 'netlify',
  negotiates: true,
  headers: { _headers: readHeadersFile, 'netlify.toml': readHeaders },
  readVariables,
}

function readHeaders(text: string): HeaderRule[] {
  return listTables(parse(text)['headers']).map(({ for: pattern, values }) => ({
    matches: matchPattern(String(pattern)),
    headers: toHeaders(Object.entries((values ?? {}) as object)),
  }))
}

/** No variable in `netlify.toml` reaches the function. The build reports syntax errors. */
function readVariables(text: string) {
  const get = (value: unknown, key: string) => (isJsonObject(value) ? value[key] : undefined)
  const settings = tryCall(() => parse(text))
  const tables = [get(settings, 'build'), get(get(settings, 'context'), 'production')]
  const names = tables.flatMap((table) => Object.keys(proxyVariables(get(table, 'environment'))))
  return { env: {}, buildOnly: [...new Set(names)] }
}
