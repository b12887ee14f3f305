import { describe, expect, it } from 'vitest'

import { useSchools } from './use-schools.ts'

const FORM = `<form action="/empty" data-track="Lead">
  <input name="email" type="email" autocomplete="email" /><button>Send</button>
</form>`

describe('the script as a Custom HTML tag, in Chromium', () => {
  const { open } = useSchools()

  it('tracks with its options, although it runs late and without attributes', async () => {
    const pixel = { id: '1234567890', src: '/fbevents.js' }
    const school = await open({ head: '', body: FORM, options: { declarative: true, pixel } })
    await school.page.waitForLoadState('load')
    await school.page.evaluate(insertTag)
    await school.page.fill('input', 'anna@school.example')
    await school.page.click('button')
    expect(await school.finish(2)).toEqual(['Lead', 'PageView'])
  })
})

/** What gtm.js does with a Custom HTML tag, in copies of 2013 to 2021 in public repositories: the other attributes are lost. */
function insertTag(): void {
  const tag = document.createElement('div')
  tag.innerHTML =
    '<script type="text/gtmscript" data-gtmsrc="/polaris.js" data-name="other" async></script>'
  const written = tag.querySelector('script')!
  const script = document.createElement('script')
  script.async = false
  script.type = 'text/javascript'
  script.id = written.id
  script.text = written.text
  script.src = written.getAttribute('data-gtmsrc')!
  document.body.insertBefore(script, null)
}
