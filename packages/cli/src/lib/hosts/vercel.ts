import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { lineAt, tryCall } from '@conversion-capi/meta/terminal'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { pathToRegexp } from 'path-to-regexp'

import { type HeaderRule, listTables, toHeaders } from './header-rules.ts'
import { type HostRecord, renderFunction, renderJson } from './host-record.ts'

export const vercel: HostRecord = {
  meaning: 'pages and function on Vercel (free plan for non-commercial use only)',
  copied: ['api'],
  settings: 'vercel.json',
  signs: ['vercel.json', '.vercel'],
  template: ({ output }) => ({
    files: { 'api/conversion-capi.ts': renderFunction('vercel') },
    settings: renderJson({
      // Vercel knows the folders of frameworks.
      ...(output === undefined && { outputDirectory: 'public' }),
      rewrites: [{ source: '/functions/v1/conversion-capi', destination: '/api/conversion-capi' }],
    }),
    dependencies: ['@conversion-capi/vercel'],
  }),
  rendered: 'vercel',
  negotiates: true,
  headers: { 'vercel.json': readHeaders },
  findBlockingRule,
}

/** Vercel applies redirects and routes, then looks for a file, and then applies rewrites. The first rule that matches ends this. */
function findBlockingRule(text: string): number | undefined {
  const settings = JSON.parse(text) as Record<string, unknown>
  for (const key of ['redirects', 'routes', 'rewrites']) {
    for (const [index, rule] of listTables(settings[key]).entries()) {
      // Rules with conditions apply to other hostnames or visitors.
      if (['has', 'missing', 'methods', 'continue'].some((name) => rule[name])) continue
      const { source, src, destination, dest = destination } = rule
      const expression = tryCall(() =>
        src === undefined ? pathToRegexp(String(source), []) : RegExp(`^(?:${String(src)})$`),
      )
      if (!expression?.test(CONVERSION_PATH)) continue
      if (/^\/api\/conversion-capi\b/.test(String(dest))) return undefined
      const { offset } = findNodeAtLocation(parseTree(text)!, [key, index])!
      return lineAt(text, offset)
    }
  }
  return undefined
}

/** @see https://vercel.com/docs/project-configuration/vercel-json#headers */
function readHeaders(text: string): HeaderRule[] {
  const { headers } = JSON.parse(text) as { headers?: unknown }
  return listTables(headers)
    .filter(({ has, missing }) => has === undefined && missing === undefined)
    .map(({ source, headers }) => {
      const expression = pathToRegexp(String(source), [], { strict: true, sensitive: true })
      return {
        matches: (path: string) => expression.test(path),
        headers: toHeaders(listTables(headers).map(({ key, value }) => [String(key), value])),
      }
    })
}
