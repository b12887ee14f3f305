/**
 * Runs `init`, `build` and Chromium on a folder of real sites, and prints a table. It requests nothing from the internet.
 *
 *     node tests/long-runs/sites.ts <folder> [name…]
 *
 * Each site is a folder with its pages, or with `public`. The flags of `init` say what no page states. Exits with code 1
 * if a build stops, `init` changes other bytes than it announces, or an event does not arrive once.
 */
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { launchChromium } from '@conversion-capi/test-support/chromium'
import { loadProject, runDev } from 'conversion-capi'
import type { Page } from 'playwright-core'

import { runCommand } from '../commands/lib/run-command.ts'

const FLAGS = ['--yes', '--host=node', '--url=https://school.example', '--pixel-id=1234567890']

/** What `init` adds to a page, and the page views that it removes. */
const EDITS =
  /\s*<script defer src="[^"]*\/\w+\.js"><\/script>|(?:<script>)?void \(window\.\w+ \?\?= \[\]\)\.push\(\(\w+\) => \w+\.track\('PageView'\)\)(?:<\/script>)?| lang="[\w-]+"(?: dir="rtl")?| data-track="Lead"| autocomplete="(?:email|tel)"|<noscript>\s*<img[^>]*ev=PageView[^>]*>\s*<\/noscript>|(?:window\.)?fbq\(\s*['"]track['"],\s*['"]PageView['"](?:, ?(?:\[\]|\{\}))?\s*\);?|[\s;]/g

/** Packages that the configuration imports. */
const PACKAGES = fileURLToPath(new URL('../../examples/school-site/node_modules', import.meta.url))

/** How many pages of a site Chromium visits: the home page, and those with lead forms. */
const MAX_PAGES = 4

const [folder, ...names] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node tests/long-runs/sites.ts <folder> [name…]')
const chromium = await launchChromium()
for (const site of names.length > 0 ? names : (await readdir(folder)).sort()) {
  const row = await runSite(site, join(folder, site)).catch((error) => ({ site, error }))
  console.log(Object.values(row).join(' | '))
  const isFine = 'build' in row && row.build === 'ok' && row.bytes === 0 && row.events === 'ok'
  if (!isFine) process.exitCode = 1
}
await chromium.close()

/** Returns a line of the table. */
async function runSite(site: string, source: string) {
  const original = existsSync(join(source, 'public')) ? join(source, 'public') : source
  const dir = await mkdtemp(join(tmpdir(), 'site-'))
  const pages = join(dir, 'public')
  try {
    await cp(original, pages, { recursive: true })
    await symlink(PACKAGES, join(dir, 'node_modules'))
    let init = await runCommand(['init', dir, ...FLAGS])
    const missing = ['--name=School', '--language=en'].filter((flag) =>
      init.stderr.includes(`${flag.split('=')[0]} (`),
    )
    if (init.code === 2) init = await runCommand(['init', dir, ...FLAGS, ...missing])
    if (init.code !== 0) throw new Error(init.stderr)
    const build = await runCommand(['build', dir])
    const { school } = await loadProject(dir)
    const files = await listPages(pages)
    const texts = await Promise.all(files.map((file) => readFile(join(pages, file), 'latin1')))
    const count = (pattern: RegExp): number =>
      texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
    const changed = await Promise.all(files.map((file) => isChanged(original, pages, file)))
    return {
      site,
      pages: files.length,
      // The flags that no page answered.
      asked: missing.join(' '),
      build: build.code === 0 ? 'ok' : build.stderr,
      name: school.name,
      language: school.language,
      programs: school.programs?.length ?? 0,
      // Tagged forms, and all forms.
      leads: `${count(/<form[^>]* data-track="Lead"/gi)}/${count(/<form\b/gi)}`,
      // Pages with other changes than those that `init` announced.
      bytes: changed.filter(Boolean).length,
      events: await visitPages(dir, original, files).then((found) => found.join(', ') || 'ok'),
    }
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function listPages(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true })
  return files.filter((file) => /\.html?$/i.test(file) && !/(?:^|\/)\./.test(file))
}

/** Returns whether `init` changed other bytes than it announces, in any encoding, or the line ends. */
async function isChanged(before: string, after: string, file: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [before, after].map(async (folder) =>
      (await readFile(join(folder, file))).toString('latin1').replaceAll('\0', ''),
    ),
  )
  const isWindows = (text: string): boolean => text.includes('\r\n') && !/[^\r]\n/.test(text)
  return (
    one!.replaceAll(EDITS, '') !== other!.replaceAll(EDITS, '') ||
    (isWindows(one!) && !isWindows(other!))
  )
}

async function visitPages(dir: string, original: string, files: string[]): Promise<string[]> {
  const problems: string[] = []
  const site = await runDev({ dir, port: 0, runtime: false, log() {} })
  const countOf = (name: string): string => {
    const events = site.emulator.events().filter(({ event_name }) => event_name === name)
    const counted = events.filter((event) => event.counted).length
    const isOnce = counted === 1 && new Set(events.map(({ event_id }) => event_id)).size === 1
    return isOnce && events.length === 2 ? 'once' : `${counted} (${events.length} copies)`
  }
  const visited = files
    .toSorted((a, b) => a.length - b.length)
    .filter((file) => {
      const html = readFileSync(join(dir, 'public', file), 'latin1')
      const isTracked = /<script defer src="[^"]*\.js"><\/script>/.test(html)
      return isTracked && (/^index\.html?$/i.test(file) || html.includes('data-track="Lead"'))
    })
  try {
    for (const file of visited.slice(0, MAX_PAGES)) {
      const url = site.url + file.replace(/(^|\/)index\.html$/, '$1')
      const before = await openPage(url, site.url, await readFile(join(original, file)))
      await before.close()
      site.emulator.clear()
      const after = await openPage(url, site.url)
      const report = (problem: string) => problems.push(`${file}: ${problem}`)
      if (countOf('PageView') !== 'once') report(`PageView ${countOf('PageView')}`)
      const added = after.errors.filter((error) => !before.errors.includes(error))
      if (added.length > 0) report(`new errors: ${added.join('; ')}`)
      // Without required fields, an empty form is valid.
      const wrong = await submit(after.page, false)
      if (wrong === 'invalid' && countOf('Lead') !== '0 (0 copies)') report('a Lead without data')
      const sent = await submit(after.page, true)
      if (sent === 'sent' && countOf('Lead') !== 'once') report(`Lead ${countOf('Lead')}`)
      if (sent === 'invalid') report('the form stays invalid')
      await after.close()
    }
  } finally {
    await site.close()
  }
  return problems
}

/** Opens a page, with its original content if that is given. A stub answers to every form and other host. */
async function openPage(url: string, own: string, content?: Buffer) {
  const context = await chromium.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.route('**', (route) => {
    const request = route.request()
    if (content && request.url() === url) {
      return route.fulfill({ body: content, contentType: 'text/html' })
    }
    const isOwn = request.url().startsWith(own)
    const isEvent = /\/(?:functions\/v1|emulator|tr\b|_)/.test(new URL(request.url()).pathname)
    if (isOwn && (request.method() === 'GET' || isEvent)) return route.continue()
    return request.isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', body: 'Thanks' })
      : route.abort()
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(3500)
  return { page, errors, close: () => context.close() }
}

/** Submits the first lead form as it is, or filled in, and waits for the events. */
async function submit(page: Page, isFilled: boolean): Promise<'none' | 'invalid' | 'sent'> {
  const result = await page.evaluate((isFilled) => {
    const form = document.querySelector<HTMLFormElement>('form[data-track="Lead"]')
    if (!form) return 'none'
    const values: Record<string, string> = {
      tel: '+49 30 12345678',
      email: 'anna@school.example',
      date: '2026-12-01',
      text: 'Anna Nowak from Berlin',
      textarea: 'Anna Nowak from Berlin',
    }
    for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
      if (!isFilled) break
      if (field.type === 'checkbox' || field.type === 'radio') field.checked = true
      else if (field.localName === 'select') (field as never as HTMLSelectElement).selectedIndex = 1
      else if (field.type === 'number') field.value = field.min || '1'
      else field.value = values[field.autocomplete] ?? values[field.type] ?? field.value
    }
    if (form.matches(':invalid')) {
      form.requestSubmit()
      return 'invalid'
    }
    if (isFilled) form.requestSubmit()
    return isFilled ? 'sent' : 'none'
  }, isFilled)
  await page.waitForTimeout(1500)
  return result as 'none' | 'invalid' | 'sent'
}
