import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { cleanEnvironment, ensureCommand, startServer } from '@conversion-capi/test-support'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

import { createProject } from './sites/sites.ts'
import { NETLIFY_SCHOOL } from './sites/site-files.ts'

const DOWN = '\u001B[B'
const BIN = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))

let dir: string

beforeAll(() => ensureCommand('script', 'bsdutils'))

/** The questions up to the pixel, and the answers of a school in a language. */
const upToPixel = (language: string): (string | [string, string])[] => [
  'Folder of the pages: public',
  ['Where will the site run?', DOWN],
  'Name of the school: Nord',
  ['What is the URL of this site', 'nord.example'],
  'main site',
  ['In which language are the pages', language],
  'What is the ID of your Meta pixel?',
]

it('accepts what the pages state by pressing Enter only', async () => {
  dir = await createProject(NETLIFY_SCHOOL)
  const output = await pressEnter([
    'Folder of the pages: public (from its 3 HTML pages)',
    'Where will the site run? (from netlify.toml)',
    'Name of the school: De Boomgaard (from the <title> of 3 pages)',
    'URL of this site: https://deboomgaard.example (from canonical, public/index.html:7)',
    "What is the URL of the school's main site? Leave it empty if it is this site.",
    'Language: nl (from <html lang>, public/index.html:2)',
    'Pixel ID: 1234567890 (from public/index.html:18)',
    'Write these changes?',
  ])
  expect(output).toContain('Changed public/prijzen.html')
  const config = await readFile(join(dir, 'school.config.ts'), 'utf8')
  expect(config).toContain("host: 'netlify',\n  pixelId: '1234567890',\n")
  expect(config).not.toContain('mainSite')
  expect(await readFile(join(dir, 'public/index.html'), 'utf8')).toContain(
    '<script defer src="/deboomgaard.js"></script>',
  )
})

it('checks each answer when it is given, and keeps the answers if it is canceled', async () => {
  dir = await createProject({ 'public/index.html': '<title>Nord</title><h1>Nord</h1>' })
  const questions: [string, string][] = [
    ['Folder of the pages: public', ''],
    ['Where will the site run?', ''],
    ['Enter alone chooses no host.', DOWN],
    ['Name of the school: Nord', ''],
    ['What is the URL of this site', 'nord.example'],
    ["What is the URL of the school's main site?", 'https://nord.example/'],
    ['This is the URL of this site. Write the URL of another site.', '\u0003'],
  ]
  expect(await pressEnter(questions, [], 1)).toMatch(
    /Canceled\. Nothing was written\. To keep your answers, add --pages="public" --host="vercel" --name="Nord" --url="https:\/\/nord\.example"\./,
  )
})

it('asks whether forms for the contact data of students may send it', async () => {
  const form = '<form><input name="name"><input type="email" name="student_email"></form>'
  dir = await createProject({ 'public/index.html': `<title>Nord</title><h1>Nord</h1>${form}` })
  await pressEnter([...upToPixel('en'), ['Are all students adults?', 'y'], 'Write these changes?'])
  expect(await readFile(join(dir, 'public/index.html'), 'utf8')).toContain(
    '<form data-track="Lead">',
  )
})

it('asks whether a form is a lead if one word says something different', async () => {
  const fields = '<input name="name"><input type="email"><input type="tel">'
  const form = `<h2>Vacantes</h2><form>${fields}</form>`
  dir = await createProject({ 'public/index.html': `<title>Nord</title><h1>Nord</h1>${form}` })
  await pressEnter([
    ...upToPixel('es'),
    ['Visitors may apply for a job', 'n'],
    'Write these changes?',
  ])
  expect(await readFile(join(dir, 'public/index.html'), 'utf8')).not.toContain('data-track')
})

it('asks again for a folder and a language that it cannot use', async () => {
  dir = await createProject({ 'notes.txt': '' })
  const output = await pressEnter(
    [
      'Who serves your pages?',
      'Folder of the pages: public (from the default)',
      ['Where will the site run?', DOWN],
      'What is the name of the school?',
      'What is the URL of this site, such as https://www.school.example?',
      'main site',
      ['In which language are the pages', 'yy'],
      ['Write a language tag, such as "en" or "pt-BR".', '\u007f\u007fsv'],
      ['What is the ID of your Meta pixel?', '1234567890'],
    ],
    ['', '', '', 'Nord', 'https://nord.example'],
  )
  expect(output).toContain('Created public/index.html')
  expect(await readFile(join(dir, 'school.config.ts'), 'utf8')).toContain("language: 'sv'")
})

it('asks nothing if the pages are in the root', async () => {
  dir = await createProject({ 'index.html': '<title>Nord</title>' })
  expect(await pressEnter([], [], 1)).toContain('Move them to public/.')
})

it('asks who serves the pages if there are none, and reads the page of a site builder', async () => {
  dir = await createProject({ 'notes.txt': '' })
  const page = `<html lang="pl"><meta name="generator" content="WordPress 6.9"><script src="https://cdn-cookieyes.com/client_data/1/script.js"></script><script>fbq('init', '9876543210')</script><a href="tel:+48220000000">+48</a>`
  const { url, close } = await startServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
  })
  onTestFinished(close)
  const output = await pressEnter([
    ['Who serves your pages?', DOWN],
    ['What is the URL of your site, such as https://school.example?', url],
    `Read ${url} and its robots.txt to find the pixel and the site builder?`,
    ['Where will the function run?', DOWN],
    ['What will be the URL of the deployment', 'https://track.school.example'],
    `Language: pl (from <html lang>, ${url}/:1)`,
    `Pixel ID: 9876543210 (from ${url}/:1)`,
    `Site builder: WordPress (from <meta name="generator">, ${url}/:1)`,
    `Consent: wait (from the script of CookieYes, ${url}/:1)`,
    `Country code of phone numbers: 48 (from its phone numbers, ${url}/)`,
  ])
  expect(output).toContain('open https://track.school.example/ for the line to paste.')
  const config = await readFile(join(dir, 'school.config.ts'), 'utf8')
  expect(config).toContain("platform: 'WordPress'")
  expect(config).toContain("consent: 'wait'")
})

it('recognizes a framework, and shows the line that it adds to its configuration', async () => {
  dir = await createProject({
    'package.json': '{"dependencies":{"astro":"7.0.0"}}',
    'astro.config.mjs': 'export default {}\n',
  })
  const output = await pressEnter([
    ['Where will the site run?', DOWN],
    ['What is the name of the school?', 'Nord'],
    ['What is the URL of this site', 'https://nord.example'],
    'main site',
    ['In which language are the pages', 'en'],
    'What is the ID of your Meta pixel?',
    'Write these changes?',
  ])
  expect(output).toContain('Astro builds the pages.')
  expect(output).toContain('+ export default { integrations: [conversionCapiAstro()] }')
  expect(output).toContain('Changed astro.config.mjs')
})

/**
 * Runs `init` in a pseudo-terminal.
 *
 * @param questions What to wait for before each press of Enter, and what to type before it.
 * @param typed What to type for the first questions.
 * @returns The output.
 */
async function pressEnter(
  questions: (string | [question: string, typed: string])[],
  typed: string[] = [],
  exitCode = 0,
): Promise<string> {
  const { CI: _, ...env } = cleanEnvironment()
  const command = `stty cols 200 rows 50; ${process.execPath} ${BIN} init ${dir}`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  let output = ''
  let next = 0
  let offset = 0
  child.stdout.on('data', (chunk: Buffer) => {
    output += stripVTControlCharacters(chunk.toString())
    for (;;) {
      const entry = questions[next]
      if (entry === undefined) return
      const [question, text] = typeof entry === 'string' ? [entry, typed[next] ?? ''] : entry
      const index = output.indexOf(question, offset)
      if (index === -1) return
      offset = index + question.length
      next += 1
      child.stdin.write(`${text}\r`)
    }
  })
  const [code] = await once(child, 'close')
  expect([code, questions[next]], output).toEqual([exitCode, undefined])
  return output
}
