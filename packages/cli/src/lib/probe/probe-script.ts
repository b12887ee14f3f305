import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { type Client, request, tryCall } from '@conversion-capi/meta/terminal'
import { parse } from 'acorn'
import { full } from 'acorn-walk'

import { endpointPath, type FrameworkSettings } from '../framework/framework-settings.ts'
import type { Project } from '../project/load-project.ts'
import { finding } from './probe-rules.ts'

export interface LoadedTracker {
  url: string
  code: string
  texts: string[]
  isReady: boolean
  reason?: string
}

/** Larger scripts are not trackers. */
const MAX_SCRIPT_BYTES = 200_000

export async function loadTracker(client: Client, url: string, href = url): Promise<LoadedTracker> {
  const response = await request(client, href, {}, MAX_SCRIPT_BYTES)
  const failed = { url, code: '', texts: [], isReady: true }
  if (response.reason !== undefined) return { ...failed, reason: response.reason }
  if (response.status !== 200) return { ...failed, reason: `it responds with ${response.status}` }
  const code = new TextDecoder().decode(response.bytes)
  const isReady = code === '' || code.includes('currentScript')
  return { url, code, texts: findTexts(code), isReady }
}

export async function probeScript(
  client: Client,
  script: string,
  endpoint: string,
): Promise<Finding[]> {
  const { texts, reason } = await loadTracker(client, script)
  // Reported with the other files.
  if (reason !== undefined) return []
  const isFound = texts.some((text) => {
    const isUrl = text.startsWith('/') || /^https?:\/\//.test(text)
    return isUrl && URL.canParse(text, script) && new URL(text, script).href === endpoint
  })
  const code = isFound ? 'script-agrees' : 'script-disagrees'
  return [finding(code, { file: script }, { endpoint })]
}

function findTexts(code: string): string[] {
  const texts: string[] = []
  const program = tryCall(() => parse(code, { ecmaVersion: 'latest' }))
  if (!program) return []
  full(program, (node) => {
    if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') {
      texts.push(node.value)
    }
  })
  return texts
}

export function endpointOf(
  { school }: Pick<Project, 'school'>,
  origin: string,
  settings?: FrameworkSettings,
): string {
  return school.endpoint ?? origin + (settings ? endpointPath(settings) : CONVERSION_PATH)
}
