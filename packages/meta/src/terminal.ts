/**
 * What the commands of this package and of `conversion-capi` share: findings, prompts, requests and variables. For these
 * packages only: it can change in every version.
 *
 * @module
 */

export * from './lib/environment/check-environment.ts'
export * from './lib/environment/compare-pixel-id.ts'
export * from './lib/environment/graph-versions.ts'
export * from './lib/http/read-proxy.ts'
export * from './lib/http/request.ts'
export * from './lib/try-call.ts'
export * from './lib/terminal/command-result.ts'
export * from './lib/terminal/command.ts'
export * from './lib/terminal/did-you-mean.ts'
export * from './lib/terminal/errors.ts'
export * from './lib/terminal/escape-html.ts'
export * from './lib/terminal/prompts.ts'
export * from './lib/terminal/read-text.ts'
export * from './lib/terminal/rules.ts'
export * from './lib/terminal/run-command-line.ts'
export * from './lib/terminal/terminal.ts'
export * from './lib/terminal/with-interrupts.ts'
