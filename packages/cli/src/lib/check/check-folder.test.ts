import { join } from 'node:path'

import { buildTracker } from '@conversion-capi/tracker'
import { expect, it } from 'vitest'

import { type Files, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { checkFolder } from './check-folder.ts'

async function check(files: Files) {
  const dir = await writeProject({
    'school.config.ts': null,
    'public/nord.js': buildTracker({ name: 'nord' }),
    ...files,
  })
  const findings = await checkFolder({ pages: join(dir, 'public') })
  return findings.filter(({ level }) => level !== 'info').map(({ code, file }) => [code, file])
}

it('finds nothing in a site of a framework', async () => {
  const generated = { 'public/docs/api.html': '<html>', 'public/for-llm/index.html': '<html>' }
  expect(await check(generated)).toEqual([])
})

it('accepts a tracker that is bundled with other scripts', async () => {
  const files = {
    'public/nord.js': null,
    'public/_next/chunk.js': buildTracker({ name: 'nord' }),
    'public/index.html': PAGE.replace(/<script.*/, '<script src="/_next/chunk.js"></script>'),
  }
  expect(await check(files)).toEqual([])
})

it.each([
  ['a.html', '<title>No tracker</title>', 'tracker-missing'],
  ['a.js', 's.src = "http://localhost:3000/emulator/en_US/fbevents.js"', 'emulator-pixel'],
  ['nord.js', buildTracker({ name: 'nord', debug: true }), 'tracker-debug'],
  ['a.js', 'nord.track("Lead", { email: form.email.value })', 'personal-data-unhashed'],
])('finds a mistake without school.config.ts: %#', async (name, content, code) => {
  const file = `public/${name}`
  expect(await check({ [file]: content })).toContainEqual([code, file])
})

it('reads from the built script whether it waits for consent', async () => {
  const platform = '<script src="https://consent.cookiebot.com/uc.js"></script>'
  const page = { 'public/index.html': PAGE.replace('</head>', `${platform}</head>`) }
  const waiting = buildTracker({ name: 'nord', consent: 'wait' })
  expect(await check(page)).toEqual([['consent-ignored', 'public/index.html']])
  expect(await check({ ...page, 'public/nord.js': waiting })).toEqual([
    ['consent-not-connected', 'public/index.html'],
  ])
})

it('says that the folder does not exist', async () => {
  await expect(checkFolder({ pages: '/does/not/exist' })).rejects.toThrow('Build your site first.')
})
