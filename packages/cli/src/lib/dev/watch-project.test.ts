import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it, onTestFinished, vi } from 'vitest'

import { config, PAGE, writeProject } from '../project/write-project.fixture.ts'
import { runDev } from './run-dev.ts'

const WAIT = { timeout: 20_000 }

/** Starts `dev`, which has read the pages when it calls `onFirstLine`. */
async function start(files = {}, site = {}, onFirstLine: (dir: string) => void = () => {}) {
  const dir = await writeProject({ 'school.config.ts': config({}, site), ...files })
  const lines: string[] = []
  const starting = runDev({
    dir,
    port: 0,
    runtime: false,
    log({ message }) {
      if (lines.push(message) === 1) onFirstLine(dir)
    },
  })
  onTestFinished(async () => (await starting).close())
  const shows = async (text: string) => {
    const { url } = await starting
    await vi.waitUntil(async () => (await (await fetch(url)).text()).includes(text), WAIT)
  }
  return { dir, lines, starting, shows }
}

function save(file: string, text: string): Promise<void> {
  return writeFile(file, PAGE.replace('Chess online.', text))
}

it.each(['public', 'site/public'])(
  'serves the pages again after %s was deleted and made again, and their later changes',
  async (pages) => {
    const home = `${pages}/index.html`
    const files = { 'public/index.html': null, 'public/consent.js': null, [home]: PAGE }
    const { dir, starting, shows } = await start(files, { pages })
    await starting
    for (const round of ['first', 'second']) {
      await rm(join(dir, pages), { recursive: true })
      await shows('The site cannot be shown')
      await mkdir(join(dir, pages), { recursive: true })
      await save(join(dir, home), `The ${round} build.`)
      await shows(`The ${round} build.`)
      await save(join(dir, home), `A save after the ${round} build.`)
      await shows(`A save after the ${round} build.`)
    }
  },
)

it('notices a save in a folder that was deleted and made again at once', async () => {
  const { dir, starting } = await start({ 'public/blog/index.html': PAGE })
  const url = new URL('/blog/', (await starting).url)
  const blog = join(dir, 'public/blog')
  for (const text of ['First build.', 'A save.', 'Second build.', 'Another save.']) {
    if (text.includes('build')) {
      rmSync(blog, { recursive: true })
      mkdirSync(blog)
    }
    writeFileSync(join(blog, 'index.html'), PAGE.replace('Chess online.', text))
    await vi.waitUntil(async () => (await (await fetch(url)).text()).includes(text), WAIT)
  }
})

it('notices each save of an editor that replaces the file of the function', async () => {
  const { dir, lines, starting } = await start({ 'server.ts': '' })
  await starting
  const count = (): number => lines.filter((line) => line.startsWith('Events are handled')).length
  for (let saved = 1; saved <= 3; saved += 1) {
    await writeFile(join(dir, 'server.tmp'), `// ${saved}`)
    await rename(join(dir, 'server.tmp'), join(dir, 'server.ts'))
    await vi.waitUntil(() => count() > saved, WAIT)
  }
})

it('notices a file that is saved while it starts', async () => {
  const text = 'Saved meanwhile.'
  const { shows } = await start({}, {}, (dir) => {
    writeFileSync(join(dir, 'public/index.html'), PAGE.replace('Chess online.', text))
  })
  await shows(text)
})
