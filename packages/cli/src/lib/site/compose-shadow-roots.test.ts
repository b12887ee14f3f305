import { expect, it } from 'vitest'

import { parsePage } from './page.ts'

it.each([
  [
    'slots, a fallback and a nested host',
    '<price-card><template shadowrootmode="open"><style>p{}</style><h2><slot name="t">T</slot></h2><slot></slot><div><template shadowrootmode="closed"><p>40 EUR</p><slot>F</slot></template></div></template>Maths<b slot="t">Course</b></price-card>',
    '## **Course**\n\nMaths\n\n40 EUR\n\nF\n',
  ],
  [
    'templates that are no shadow root',
    '<p>a</p><div><template><p>b</p></template></div><td-x><template shadowrootmode="x">c</template></td-x><ul><template shadowrootmode="open">d</template></ul>',
    'a\n',
  ],
])('a page shows %s as browsers do, in Markdown and as text', (_, html, markdown) => {
  const options = { markdownOrigin: 'https://nord.example', text: true }
  const page = parsePage('a.html', '/', `<!doctype html>${html}`, options)
  expect(page.markdown).toBe(markdown)
  expect(page.text).toBe(
    markdown
      .replaceAll(/[#*]+ ?/g, '')
      .trim()
      .replaceAll('\n\n', '\n'),
  )
})
