import type { Finding } from '@conversion-capi/content'

import { CommandError } from '../output/errors.ts'
import type { InputFile, Scan } from './input-file.ts'
import type { Progress, ProgressFile } from './progress-file.ts'
import { describeLines, finding, formatCount } from './send-rules.ts'

/** Where a run starts. */
export interface Start {
  last: Progress
  scan: Scan
  /** What to know before the first request. */
  notices: Finding[]
}

/**
 * Compares the input with the input of the last run.
 *
 * @param target The Graph API and the pixel.
 * @throws {CommandError} If the last run has sent other events, or to another target.
 */
export async function continueRun(
  input: InputFile,
  progress: ProgressFile,
  target: string,
): Promise<Start> {
  const { name } = input
  let last = progress.read()
  const scan = await input.scan(new Set(last.failed.map(({ line }) => line)))
  const isOther = last.sha256 !== scan.sha256 || last.target !== target
  const isSent = last.accepted > 0 || last.isInFlight
  if (isOther && isSent) {
    const sent = `the last run, which sent ${formatCount(last.accepted)} of its events`
    throw new CommandError(
      last.sha256 === scan.sha256
        ? `META_PIXEL_ID or META_GRAPH_URL has changed since ${sent}. Restore it. To send all events there too, delete ${name}.progress.`
        : `${name} has changed since ${sent}. Restore it, and put new events in another file. To send all events again, delete ${name}.progress.`,
    )
  }
  if (isOther) {
    progress.reset(scan.sha256, target)
    last = progress.read()
  }
  return { last, scan, notices: listNotices(last, scan, name) }
}

function listNotices(last: Progress, scan: Scan, file: string): Finding[] {
  const { count, firstLine: line } = scan.tooOld
  const notices: Finding[] = []
  if (last.readTo > 0 && last.readTo < scan.lastLine) {
    const values = { line: formatCount(last.readTo), total: formatCount(scan.lastLine) }
    notices.push(finding('run-continued', { file }, values))
  }
  if (last.isInFlight) {
    const verb = last.pending.length === 1 ? 'was' : 'were'
    const lines = `${describeLines(last.pending)} ${verb}`
    notices.push(finding('lines-sent-again', { file }, { lines }))
  }
  if (count > 0) {
    const values = { count: formatCount(count), total: formatCount(scan.count) }
    notices.push(finding('events-too-old', { file, line }, values))
  }
  return notices
}
