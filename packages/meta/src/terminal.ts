/**
 * What the commands of this package and of `conversion-capi` share: findings, prompts, requests and variables. For these
 * packages only: it can change in every version.
 *
 * @module
 */

export {
  checkEnvironment,
  ENVIRONMENT_RULES,
  readSchoolConfigs,
} from './lib/environment/check-environment.ts'
export { allowsOrigin, comparePixelId, type Site } from './lib/environment/compare-pixel-id.ts'
export { NEWEST_GRAPH_VERSION } from './lib/environment/graph-versions.ts'
export {
  type Client,
  type Received,
  type ReceivedResponse,
  request,
  showValue,
} from './lib/http/request.ts'
export { parseJsonObject } from './lib/parse-json.ts'
export {
  countFindings,
  describeFinding,
  formatFinding,
  groupFindings,
  unique,
} from './lib/terminal/command-result.ts'
export { type CommandEntry, COMMON_ARGS, createCommand } from './lib/terminal/command.ts'
export { countEdits, didYouMean, findNearest, suggest } from './lib/terminal/did-you-mean.ts'
export { CommandError, UsageError } from './lib/terminal/errors.ts'
export {
  escapeHtml,
  escapeLine,
  findHtmlFile,
  renderHtmlPage,
  renderList,
  writeHtmlFile,
} from './lib/terminal/html-page.ts'
export { askYes, canAsk, orCancel } from './lib/terminal/prompts.ts'
export { decodeStrictly, readText, relativePath, unreadableFile } from './lib/terminal/read-text.ts'
export {
  createFindings,
  error,
  info,
  type Place,
  showName,
  unverifiable,
  verified,
  warning,
} from './lib/terminal/rules.ts'
export { runCommandLine } from './lib/terminal/run-command-line.ts'
export { runProcess } from './lib/terminal/run-process.ts'
export {
  hasColors,
  paint,
  showProgress,
  type Streams,
  toLine,
  toTerminal,
} from './lib/terminal/terminal.ts'
export { withInterrupts } from './lib/terminal/with-interrupts.ts'
export { tryCall } from './lib/try-call.ts'
