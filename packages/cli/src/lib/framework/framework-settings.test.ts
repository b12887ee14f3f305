import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { fromVite } from './framework-settings.ts'

it.each([
  ["{ paths: { base: '/campus' }, adapter: { name: '@sveltejs/adapter-vercel' } }", true],
  ["{ paths: { base: '/campus' }, adapter: { name: '@sveltejs/adapter-static' } }", false],
])('reads svelte.config.js for SvelteKit before 2.22: %s', async (kit, hasServer) => {
  const root = await mkdtemp(join(tmpdir(), 'kit-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(join(root, 'svelte.config.js'), `export default { kit: ${kit} }`)
  const plugins = [{ name: 'vite-plugin-sveltekit-setup' }]
  expect(fromVite({ root, base: '/', plugins })).toMatchObject({
    base: '/campus/',
    hasServer,
    routes: [{ folders: [join(root, 'src/routes')] }],
  })
})
