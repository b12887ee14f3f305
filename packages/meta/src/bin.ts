#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' }
import { COMMANDS } from './commands.ts'
import { runCommandLine } from './lib/terminal/run-command-line.ts'
import { runProcess } from './lib/terminal/run-process.ts'

const { version, description } = manifest
const commandLine = { name: 'conversion-capi-meta', version, description, commands: COMMANDS }
await runProcess((argv, streams) => runCommandLine(commandLine, argv, streams))
