import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { config, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { runDev } from './run-dev.ts'

const WAIT = { timeout: 20_000 }

async function start(files = {}, site = {}) {
  const dir = await writeProject({ 'school.config.ts': config({}, site), ...files })
  const server = await runDev({ dir, port: 0 })
  onTestFinished(() => server.close())
  const read = async (path = '/') => (await fetch(new URL(path, server.url))).text()
  return { dir, read }
}

function withText(text: string): string {
  return PAGE.replace('Chess online.', text)
}

it.each(['public', 'site/public'])(
  'serves the pages again after %s was deleted and made again, and their later changes',
  async (pages) => {
    const home = `${pages}/index.html`
    const files = { 'public/index.html': null, 'public/consent.js': null, [home]: PAGE }
    const { dir, read } = await start(files, { pages })
    for (const round of ['first', 'second']) {
      await rm(join(dir, pages), { recursive: true })
      await expect.poll(() => read(), WAIT).toContain('The site cannot be shown')
      await mkdir(join(dir, pages), { recursive: true })
      for (const text of [`The ${round} build.`, `A save after the ${round} build.`]) {
        await writeFile(join(dir, home), withText(text))
        await expect.poll(() => read(), WAIT).toContain(text)
      }
    }
  },
)

it('notices a save in a folder that was deleted and made again at once', async () => {
  const { dir, read } = await start({ 'public/blog/index.html': PAGE })
  const blog = join(dir, 'public/blog')
  for (const text of ['First build.', 'A save.', 'Second build.', 'Another save.']) {
    if (text.includes('build')) {
      rmSync(blog, { recursive: true })
      mkdirSync(blog)
    }
    writeFileSync(join(blog, 'index.html'), withText(text))
    await expect.poll(() => read('/blog/'), WAIT).toContain(text)
  }
})

it('notices each save of an editor that replaces the file', async () => {
  const { dir, read } = await start()
  for (const text of ['First save.', 'Second save.', 'Third save.']) {
    await writeFile(join(dir, 'index.tmp'), withText(text))
    await rename(join(dir, 'index.tmp'), join(dir, 'public/index.html'))
    await expect.poll(() => read(), WAIT).toContain(text)
  }
})
