import type { Config } from '@conversion-capi/core'
import type { DeclarationReflection } from 'typedoc'

import { FIELD_NAMES, FIELDS, variableOf } from '../../../../packages/core/src/lib/config/config.ts'

/** Variables that are not fields of the configuration. A test compares the names with those that the source reads. */
export const OTHER_VARIABLES: Record<string, string> = {
  META_QUEUE_FILE:
    'The file in which `serve` of `@conversion-capi/node` keeps events that could not be delivered, unless the option `queue` is set. See [A queue in one file](../guides/redelivery.md#one-file-on-node).',
  META_SCHOOLS:
    'The names of several schools that one deployment serves, separated by commas. Read by `readSchools` only. The variables of a school end in two underscores and its name, such as `META_PIXEL_ID__POLARIS`. See [Many schools](../guides/many-schools.md).',
  PORT: 'The port of `serve` of `@conversion-capi/node` and of `conversion-capi dev`, unless the option `port` or `--port` is set. Default: `3000`.',
  LISTEN_FDS:
    'Set by systemd to `1` if a socket unit starts `serve` of `@conversion-capi/node`, which then listens on that socket. See [Your own server](../guides/own-server.md#systemd).',
  LISTEN_PID: 'Set by systemd with `LISTEN_FDS` to the process that the socket is for.',
  VERCEL_ENV:
    'Set by Vercel. If it is `preview`, the adapter forwards no events to the real pixel, see [Preview deployments](../guides/preview-deployments.md).',
  DENO_TIMELINE:
    'Set by Deno Deploy. If it names a preview, the adapter forwards no events to the real pixel, see [Preview deployments](../guides/preview-deployments.md).',
  NO_COLOR: 'The command line writes no colors if it is set to any value.',
  TERM: 'The command line writes no colors if it is `dumb`.',
  CI: '`conversion-capi init` asks no questions if it is set to any value: all facts must be flags.',
  VITEST: 'Set by Vitest. In tests, the plugin of Vite starts no emulator.',
}

/** @param config The type `Config`, whose docstrings describe the variables. */
export function renderEnvironmentVariables(config: DeclarationReflection): string {
  return [
    '# Environment variables',
    'The variables that the proxy, its adapters and the command line read. A malformed variable is an error in the log that names it, and the proxy responds "Server not configured" until it is corrected.',
    '## Variables of the proxy',
    'Read by `readConfig`, and so by every adapter. Values are trimmed, and an empty value counts as missing.',
    ...FIELD_NAMES.map(renderVariable),
    '## Other variables',
    ...Object.entries(OTHER_VARIABLES).map(([name, text]) => `### \`${name}\`\n\n${text}`),
  ].join('\n\n')

  function renderVariable(field: keyof Config): string {
    const { expected, isRequired, default: value } = FIELDS[field]
    const comment = config.children?.find((child) => child.name === field)?.comment
    const summary = comment?.summary.map(({ text }) => text).join('')
    const defaultText = value === undefined ? 'Off by default.' : `Default: \`${value}\`.`
    return [
      `### \`${variableOf(field)}\``,
      // It ends in the name of the variable.
      summary?.replace(/\s+Environment variable:\s+`\w+`\.$/, ''),
      `Must be ${expected}. ${isRequired ? 'Required.' : defaultText}`,
      `Field of the configuration: [\`${field}\`](api/core.md#config).`,
    ].join('\n\n')
  }
}
