import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { useSchools } from './use-schools.ts'

const ROOT = new URL('../../../', import.meta.url)
const PAGES = ['guides', 'migrate', 'start'].flatMap((folder) =>
  readdirSync(new URL(`docs/${folder}`, ROOT)).map((file) => `docs/${folder}/${file}`),
)

/** The code samples that call the tracker. The recipe's tests run those that import a file. */
const SNIPPETS = ['README.md', 'packages/tracker/README.md', ...PAGES].flatMap((file) =>
  [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(/^```html\n(.+?)^```/gms)]
    .map(([, code = ''], index) => ({
      title: `${file}, sample ${index + 1}`,
      name: /\b(\w+)\??\.(?:track|consent)\??\.?\(/.exec(code)?.[1] ?? '',
      code,
    }))
    .filter(({ name, code }) => /polaris|school/.test(name) && !/^ *import /m.test(code)),
)

/** The forms that the samples look for. */
const FORMS = `<form id="signup"><input name="email" value="anna@school.example"></form>
  <form id="checkout"><input name="event_id"></form>
  <form id="builder-form"><input name="Email" value="anna@school.example"></form>
  <script>addEventListener('submit', (event) => event.preventDefault())</script>`

describe.concurrent.for(SNIPPETS)('$title, in Chromium', ({ name, code }) => {
  const { open } = useSchools()
  const loadsTracker = /<script\s+src=/.test(code)

  it('works with a tracker that is blocked, late or early', async () => {
    const early = await run('early')
    // Browsers run deferred scripts and modules in the order of the page, no matter how slow they load.
    const late = loadsTracker ? early : await run('late')
    expect(late).toEqual(early)
    expect(await run('blocked')).toEqual([])
  })

  /** Opens a page with the sample, submits its forms, and returns the names of the events and all errors. */
  async function run(state: 'early' | 'late' | 'blocked'): Promise<string[]> {
    const school = await open({
      head: state === 'early' ? '<script src="/polaris.js"></script>' : '',
      body: FORMS + code.replace(/<script\s+src=[^>]*>/g, '<script>'),
      options: { name, pageView: false },
    })
    await school.page.evaluate(() => {
      for (const form of document.forms) {
        form.noValidate = true
        form.requestSubmit()
      }
    })
    if (state === 'late') await school.page.addScriptTag({ url: '/polaris.js' })
    await school.catchUp()
    return school.finish(0)
  }
})
