import type { Finding } from '@conversion-capi/content'
import { type Client, request, tryCall } from '@conversion-capi/meta/terminal'
import { parse } from 'acorn'
import { full } from 'acorn-walk'

import { finding } from './probe-rules.ts'

/** Larger scripts are not trackers. */
const MAX_SCRIPT_BYTES = 200_000

/** A script that cannot be loaded is reported with the other files. */
export async function probeScript(
  client: Client,
  script: string,
  endpoint: string,
): Promise<Finding[]> {
  const response = await request(client, script, {}, MAX_SCRIPT_BYTES)
  if (response.reason !== undefined || response.status !== 200) return []
  const texts = findTexts(new TextDecoder().decode(response.bytes))
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
