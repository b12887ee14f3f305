#!/usr/bin/env node
import { start } from './start.ts'

await start('conversion-capi-meta', async () => {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
  const { COMMANDS } = await import('./commands.ts')
  const { runCommandLine } = await import('./lib/terminal/run-command-line.ts')
  const { version, description } = manifest
  const commandLine = { name: 'conversion-capi-meta', version, description, commands: COMMANDS }
  return (argv, streams) => runCommandLine(commandLine, argv, streams)
})
