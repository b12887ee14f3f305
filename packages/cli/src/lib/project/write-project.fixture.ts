import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { onTestFinished } from 'vitest'

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Nord chess school</title>
<meta name="description" content="Chess online for grades 1 to 8, in groups of four students, twice a week.">
<script src="/nord.js" defer></script>
</head>
<body>
<main><h1>Nord</h1><p>Chess online.</p></main>
</body>
</html>
`

export const SCHOOL = {
  name: 'Nord',
  summary: 'A chess school.',
  description: 'Nord teaches chess online.',
  url: 'https://nord.example',
  tracker: 'nord',
  language: 'en',
  contacts: { email: 'hello@nord.example', phone: '+48 22 000 00 00' },
  address: { city: 'Warsaw', country: 'PL' },
  grades: { from: 1, to: 8 },
  programs: [
    {
      name: 'Chess',
      description: 'Openings and endgames.',
      grades: { from: 1, to: 8 },
      prices: [{ amount: 200, currency: 'PLN', per: 'month' }],
    },
  ],
  schedule: {
    description: 'Two lessons a week.',
    timeZone: 'Europe/Warsaw',
    lessonMinutes: 45,
    lessonsPerWeek: 2,
  },
  teachers: [],
  admissions: { description: 'Everyone can join.', steps: ['Write to us.'] },
  faq: [],
  policies: [],
  pages: [{ path: '/', title: 'Nord', description: 'What the school is.' }],
  citation: { guidance: 'Name the school.' },
}

/** The content of files, by their path. `null` leaves one out. */
export type Files = Record<string, string | Uint8Array | null>

/**
 * Writes a project into a temporary folder, which is deleted after the test.
 *
 * @param files The content of files, by their path in the project. `null` leaves one out. By default, the project has
 *   a valid `school.config.ts`, `public/index.html` and `server.ts`, and a script.
 */
export async function writeProject(files: Files = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conversion-capi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const all = {
    'school.config.ts': config(),
    'public/index.html': PAGE,
    'server.ts':
      "import { serve } from '@conversion-capi/node'\nawait serve({ queue: 'a.sqlite' })\n",
    // The site uses the pixel, so the tracker does not load it.
    'public/consent.js': 'window.fbq?.("init", "1234567890")',
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    if (content === null) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

export function config(school: object = {}, site: object = {}): string {
  const options = { host: 'node', pixelId: '1234567890', ...site }
  return `export default ${JSON.stringify({ ...SCHOOL, ...school })}\nexport const site = ${JSON.stringify(options)}\n`
}
