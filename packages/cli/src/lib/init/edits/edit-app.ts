import type { Finding } from '@conversion-capi/content'

import { finding } from '../../check/check-rules.ts'
import { type FrameworkRecord, scriptOf } from '../../framework/frameworks.ts'
import { findLeadForms, type LeadForm } from '../../app/lead-forms.ts'
import { type AppSource, findShell, skipExpression } from '../../app/read-app.ts'
import type { PlannedFile } from '../plan-page.ts'

export interface AppEdits {
  files: PlannedFile[]
  findings: Finding[]
  /** What only a person can add. */
  byHand: string[]
}

/**
 * Adds the tracker's script to the document of an app, and `data-track` to its lead forms. An edit only inserts. What has
 * another shape is named.
 */
export function editApp(
  sources: AppSource[],
  record: FrameworkRecord | undefined,
  tracker: string,
  base?: string,
): AppEdits {
  const script = scriptOf(record, tracker, base)
  const shell = findShell(sources)
  const files: PlannedFile[] = []
  const findings: Finding[] = []
  let isLoaded = script === undefined
  const forms = Map.groupBy(findLeadForms(sources), ({ place }) => place.file)
  for (const source of sources) {
    const { path, code } = source
    let body = code
    // From the last one, so that the positions of the others stay.
    for (const { offset, place, success } of (forms.get(path) ?? [])
      .toSorted(byPlace)
      .toReversed()) {
      if (offset !== undefined) {
        const [space] = /^(?:\r?\n[ \t]*)?/.exec(body.slice(offset))!
        body = `${body.slice(0, offset)}${space || ' '}data-track="Lead"${body.slice(offset)}`
      } else findings.push(finding('app-form', place, { success }))
    }
    if (source === shell && script !== undefined) {
      const edited = code.includes(`/${tracker}.js`) ? body : addScript(body, script)
      isLoaded = edited !== undefined
      body = edited ?? body
    }
    if (body !== code) files.push({ path, body, current: code, kind: 'page' })
  }
  const byHand = isLoaded ? [] : [`In the <head> of ${shell?.path ?? 'each page'}: ${script}`]
  return { files, findings, byHand }
}

function byPlace(
  { place: one, offset: first = 0 }: LeadForm,
  { place: other, offset: second = 0 }: LeadForm,
): number {
  return one.line! - other.line! || first - second
}

/** Returns `undefined` if the code has no place for the script. */
function addScript(code: string, script: string): string | undefined {
  const text = blankComments(code)
  const head = findTagEnd(text, /<head(?=[\s/>])/gi)
  if (head?.isClosed) {
    // Next.js renders one <head> only.
    return `${code.slice(0, head.end).replace(/\s*\/>$/, '>')}${script}</head>${code.slice(head.end)}`
  }
  // The App Router of Next.js needs no <head>.
  const tag = head ?? findTagEnd(text, /<html(?=[\s>])/g)
  if (!tag || tag.isClosed) return undefined
  const [space] = /^(?:\r?\n[ \t]*)?/.exec(code.slice(tag.end))!
  const added = head ? script : `<head>${script}</head>`
  return `${code.slice(0, tag.end)}${space}${added}${code.slice(tag.end)}`
}

/** Returns where the only opening tag ends, and whether it is an element without content. */
function findTagEnd(text: string, tag: RegExp): { end: number; isClosed: boolean } | undefined {
  const [match, ...others] = text.matchAll(tag)
  if (!match || others.length > 0) return undefined
  for (let at = match.index; at < text.length; at += 1) {
    const character = text[at]!
    if (character === '>') return { end: at + 1, isClosed: text[at - 1] === '/' }
    if (character === '{') at = skipExpression(text, at) - 1
    else if (/["']/.test(character)) at = text.indexOf(character, at + 1)
    if (at < match.index) return undefined
  }
  return undefined
}

/** Replaces comments with spaces, so that all positions stay. */
function blankComments(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|<!--[^]*?-->|^\s*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
}
