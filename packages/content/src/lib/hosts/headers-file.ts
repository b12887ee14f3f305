import type { HostRule } from './host-rule.ts'

/** The syntax that Netlify invented and Cloudflare took over: a path on a line, and its headers below it. */
export function headersFile(comment: string, rules: HostRule[]): string {
  const blocks = rules.map(({ path, headers }) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  )
  return `${[`# ${comment}`, ...blocks].join('\n\n')}\n`
}
