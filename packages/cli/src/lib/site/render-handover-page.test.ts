import { describe, expect, it } from 'vitest'

import { loadProject } from '../project/load-project.ts'
import { config, writeProject } from '../project/write-project.fixture.ts'
import { allFiles, renderSite } from './render-site.ts'

const BUILDER = { url: 'https://school.example' }

describe('the page that hands over the line', () => {
  it('names the hostname of the site, the tracker and no more of the project', async () => {
    const html = await render({ tracker: 'nord' })
    expect(html).toContain('&lt;script src=&quot;https://nord.example/nord.js&quot; defer&gt;')
    expect(html).not.toMatch(
      /undefined|1234567890|hello@nord|Warsaw|META_(?!ALLOWED|ACCESS_TOKEN<)|\/OWNER\//,
    )
  })

  it.each(['Tilda', 'WordPress', 'Wix', 'Webflow'])('describes %s first', async (platform) => {
    const html = await render({}, { builder: { ...BUILDER, platform } })
    expect(/<dt>(\w+)/.exec(html)![1]).toBe(platform)
  })

  it('explains consent only if the tracker waits, and the old pixel only if the line counts pages', async () => {
    const html = await render({}, { tracker: { consent: 'wait' } })
    expect(html).toContain('<code>nord.consent(true)</code>')
    expect(await render()).not.toContain('consent(true)')
    expect(html).toContain('Remove the old pixel')
    expect(await render({}, { tracker: { pageView: false } })).not.toContain('Remove the old pixel')
  })

  it.each([
    ['Tilda', 'each form of Tilda that', 'agrees in Tilda’s cookie banner'],
    ['WordPress', 'each form of Contact Form 7, Elementor Pro,', 'Your consent banner has to call'],
  ])('asks for no attributes on the forms of %s, which count', async (platform, forms, consent) => {
    const builder = { ...BUILDER, platform }
    const html = await render({}, { builder, tracker: { consent: 'wait' } })
    expect(html).toContain(forms)
    expect(html).toContain(consent)
    expect(html).not.toContain('data-track')
    expect(await render({}, { builder: { ...BUILDER, platform: 'Wix' } })).toContain('data-track')
  })
})

async function render(school: object = {}, site: object = {}): Promise<string> {
  const dir = await writeProject({
    'school.config.ts': config(school, { builder: BUILDER, ...site }),
    'public/index.html': null,
    'public/consent.js': null,
  })
  const files = allFiles(await renderSite(await loadProject(dir)))
  return String(files.find(({ path }) => path === '/')!.body)
}
