import type { Finding } from '@conversion-capi/content'
import { buildTracker } from '@conversion-capi/tracker'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { checkFiles } from '../../check/check-files.fixture.ts'
import { CHECK_RULES } from '../../check/check-rules.ts'
import { PAGE } from '../../project/write-project.fixture.ts'
import { probeSite } from '../probe-site.ts'

const ORIGIN = 'https://nord.example'
const POLICY = "script-src 'self'; img-src *; connect-src *"

/** What only the files of a site show: scripts in files, the configuration, and the options of the tracker. */
const NEED_FILES = new Set(
  `application-untracked consent-not-connected csp-connect csp-pixel emulator-pixel fields-untracked
  form-no-submit form-post form-sample form-student form-untracked form-url form-url-file phone-country-code phone-national pixel-id
  pixel-missing tracker-debug`.split(/\s+/),
)

const PIECES = String.raw`
<script> </script> <svg@onload= <!-- --> <script@src="/nord.js"@defer></script> <script@type=module> <iframe@src="/a/">
<button@data-track="Lead"> <button@data-track="Contact"@data-track-data="{'a':1}"> <form> <form@method=post> </form>
<input@type=email@name=email> <input@type=tel@name=tel> <template@shadowrootmode=open> </template>
<script>fbq("init","1")</script> <script>fbq("track","PageView")</script> <script>fbq("track","Lead")</script>
<script>nord.track("Lead",{currency:"EURO",email:"a@b.example"})</script> <script>nord.trak("Lead")</script>
<script>tracker.track("Lead",1,{mail:"a"})</script> <script>nord.track("Purchase")</script> <script>nord.consent("x")</script>
<script>let@{</script> <script@src="https://www.googletagmanager.com/gtm.js"></script> <div@id="a"> "@' > =
`
const html = fc
  .array(fc.constantFrom(...PIECES.trim().split(/\s+/)), { maxLength: 20 })
  .map((pieces) => pieces.join('\n').replaceAll('@', ' '))

it('probe finds in a published page what check finds in its file', async () => {
  await fc.assert(
    fc.asyncProperty(html, async (part) => {
      const page = PAGE + part
      expect(await probePage(page)).toEqual(checkFile(page))
    }),
    { numRuns: 150 },
  )
})

function checkFile(page: string): string[] {
  return describe(
    checkFiles({ '/': page }, { headers: `/*\n  Content-Security-Policy: ${POLICY}` }),
  )
}

async function probePage(page: string): Promise<string[]> {
  const found = await probeSite({
    origin: ORIGIN,
    fetch: async (input) => {
      const { pathname } = new URL(input as string)
      if (pathname === '/nord.js') return new Response(buildTracker({ name: 'nord' }))
      const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': POLICY }
      return pathname === '/' ? new Response(page, { headers }) : new Response('', { status: 404 })
    },
  })
  return describe(found.filter(({ file }) => file === `${ORIGIN}/`))
}

/** Returns the findings of rules that both commands can know, without the advice, which differs for a site builder. */
function describe(findings: Finding[]): string[] {
  const shared = findings.filter(({ code = '' }) => code in CHECK_RULES && !NEED_FILES.has(code))
  return [...new Set(shared.map(({ code, line, message }) => `${line} ${code}: ${message}`))].sort()
}
