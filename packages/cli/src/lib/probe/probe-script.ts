import type { Finding } from '@conversion-capi/content'
import { CONVERSION_PATH } from '@conversion-capi/core/protocol'
import { type Client, request } from '@conversion-capi/meta/terminal'
import { parse } from 'acorn'
import { full } from 'acorn-walk'

import { finding } from './probe-rules.ts'

/** Larger scripts are not trackers. */
export const MAX_SCRIPT_BYTES = 200_000

export async function probeScript(
  client: Client,
  script: string,
  endpoint: string,
): Promise<Finding[]> {
  const response = await request(client, script, {}, MAX_SCRIPT_BYTES)
  // Reported with the other files.
  if (response.reason !== undefined || response.status !== 200) return []
  const texts = findTexts(new TextDecoder().decode(response.bytes))
  const isFound = texts.some((text) => {
    const isUrl = text.startsWith('/') || /^https?:\/\//.test(text)
    return isUrl && URL.canParse(text, script) && new URL(text, script).href === endpoint
  })
  const code = isFound ? 'script-agrees' : 'script-disagrees'
  return [finding(code, { file: script }, { endpoint })]
}

export function findTexts(code: string): string[] {
  const texts: string[] = []
  try {
    full(parse(code, { ecmaVersion: 'latest' }), (node) => {
      if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') {
        texts.push(node.value)
      }
    })
    return texts
  } catch {
    return []
  }
}

export function endpointOf(school: { endpoint?: string | undefined }, origin: string): string {
  return school.endpoint ?? origin + CONVERSION_PATH
}
