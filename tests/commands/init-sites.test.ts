import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { serveResources } from '@conversion-capi/content'
import { loadProject, runDev } from 'conversion-capi'
import { describe, expect, it, onTestFinished } from 'vitest'

import { runCommand } from './lib/run-command.ts'
import { createProject, SITES } from './sites/sites.ts'
import { WEBFLOW_EXPORT } from './sites/site-files.ts'

let dir: string

describe('conversion-capi init --yes, then build', () => {
  it.each(SITES)('tracks each page of %s once', async (_, expected) => {
    const { files, flags, tracked, parts = [], school, site = {} } = expected
    dir = await createProject(files)
    const init = await runCommand(['init', dir, '--yes', ...flags])
    expect(init).toMatchObject({ code: 0, stderr: '' })
    expect(init.stdout).not.toMatch(/guess/i)
    const project = await loadProject(dir)
    expect(project.school).toMatchObject(school)
    expect(project.site).toMatchObject(site)

    const build = await runCommand(['build', dir])
    expect(build).toMatchObject({ code: 0, stderr: '' })
    const counts = Object.fromEntries(
      htmlFiles(join(dir, 'dist/public')).map((file) => [
        file,
        count(readFileSync(join(dir, 'dist/public', file), 'utf8'), project.school.tracker),
      ]),
    )
    for (const page of tracked) {
      expect(counts[page], page).toEqual({ trackers: 1, otherPageViews: 0 })
    }
    for (const page of parts) expect(counts[page], page).toEqual({ trackers: 0, otherPageViews: 0 })

    // A second run changes nothing.
    const again = await runCommand(['init', dir, '--yes', ...flags, '--json'])
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, written: [] })
  })

  it('publishes index.htm as the home page too, and no PHP', async () => {
    const page = '<html lang="en"><title>Nord</title><h1>Nord</h1><a href="index.htm">Home</a>'
    dir = await createProject({
      'public/index.htm': page,
      'public/thank-you.html': page,
      'public/mail.php': '<?php',
    })
    const flags = ['--host=node', '--url=https://nord.example', '--pixel-id=1234567890']
    await runCommand(['init', dir, '--yes', ...flags])
    expect((await loadProject(dir)).school.pages).toMatchObject([{ path: '/', title: 'Nord' }])
    expect(await runCommand(['build', dir])).toMatchObject({ code: 0 })
    const files = readdirSync(join(dir, 'dist/public'))
    expect(files).toEqual(expect.arrayContaining(['index.htm', 'index.html', 'thank-you.html']))
    expect(files).not.toContain('mail.php')
    expect(readFileSync(join(dir, 'dist/public/index.html'), 'utf8')).toContain('rel="canonical"')
  })

  it('takes the language of most pages if there is no home page', async () => {
    const [a = '', b = '', c = ''] = ['ar', 'he', 'he'].map(
      (language) => `<html lang="${language}"><title>Nord</title><h1>Nord</h1>`,
    )
    dir = await createProject({ 'public/a.html': a, 'public/b.html': b, 'public/c.html': c })
    const flags = [
      '--host=node',
      '--url=https://nord.example',
      '--pixel-id=1234567890',
      '--name=Nord',
    ]
    expect((await runCommand(['init', dir, '--yes', ...flags])).stderr).toBe('')
    expect(readFileSync(join(dir, 'school.config.ts'), 'utf8')).toContain("\n  language: 'he'")
  })

  it('serves the deep links of a single-page application', async () => {
    // As Vite builds it.
    const page = `<!doctype html><html lang="en"><head><title>Nord</title><script type="module" crossorigin src="/assets/index-a1b2c3d4.js"></script></head><body><div id="root"></div></body></html>`
    dir = await createProject({ 'public/index.html': page, 'public/assets/index-a1b2c3d4.js': '' })
    const flags = ['--host=node', '--name=Nord', '--url=https://nord.example', '--pixel-id=1234567']
    await runCommand(['init', dir, '--yes', ...flags])
    expect((await loadProject(dir)).site.tracker).toEqual({ singlePage: true })
    expect((await runCommand(['build', dir])).code).toBe(0)
    const { files } = JSON.parse(readFileSync(join(dir, 'dist/files.json'), 'utf8'))
    for (const file of files) file.body = readFileSync(join(dir, 'dist', file.file))
    const dev = await runDev({ dir, port: 0, log() {} })
    onTestFinished(() => dev.close())
    const headers = { Accept: 'text/html' }
    const status = async (path: string) => [
      (await serveResources(files)(new Request(`https://nord.example${path}`, { headers }))).status,
      (await fetch(dev.url + path.slice(1), { headers })).status,
    ]
    expect(await status('/courses/chess')).toEqual([200, 200])
    expect(await status('/assets/none.js')).toEqual([404, 404])
  })

  it('writes labels to translate, and keeps them', async () => {
    const [, { files, flags }] = SITES.at(-1)!
    dir = await createProject(files)
    const { stdout } = await runCommand(['init', dir, '--yes', ...flags])
    expect(stdout).toContain('Translate labels.ts')
    const path = join(dir, 'labels.ts')
    const labels = readFileSync(path, 'utf8')
    expect(labels).toContain("  facts: '', // Facts\n")
    await writeFile(path, labels.replace("facts: ''", "facts: 'ข้อเท็จจริง'"))
    await runCommand(['init', dir, '--yes', '--overwrite', ...flags])
    expect(readFileSync(path, 'utf8')).toContain("facts: 'ข้อเท็จจริง'")
    expect(readdirSync(join(dir)).includes('dist')).toBe(false)
  })

  it('names the builder that writes the pages again', async () => {
    dir = await createProject(WEBFLOW_EXPORT)
    const flags = ['--yes', '--host=node', '--url=https://a.example']
    const { stdout } = await runCommand(['init', dir, ...flags])
    expect(stdout).toContain('Webflow wrote the pages.')
  })
})

function htmlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
}

/** Counts what loads the tracker, and what else sends a page view. */
function count(html: string, tracker: string): { trackers: number; otherPageViews: number } {
  const trackers = html.split(`/${tracker}.js"></script>`).length - 1
  const views = html.match(/fbq\(\s*['"]track['"]\s*,\s*['"]PageView|[?&;]ev=PageView/g) ?? []
  return { trackers, otherPageViews: views.length }
}
