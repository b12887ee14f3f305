import { expect, it } from 'vitest'

import { nameOtherSenders } from './check-app.ts'

it.each([
  [
    `import { InlineWidget } from 'react-calendly'\n<InlineWidget url="https://calendly.com/a/b" />`,
    2,
  ],
  [`const book = <a href={'https://calendly.com/a/b'}>Book</a>`, undefined],
])('names the calendar of another company once, except one behind a link: %s', (code, line) => {
  const sources = ['src/Book.tsx', 'src/Again.tsx'].map((path) => ({ path, code }))
  const expected = [{ code: 'lead-widget', file: 'src/Book.tsx', line }]
  expect(nameOtherSenders(sources)).toMatchObject(line === undefined ? [] : expected)
  expect(nameOtherSenders(sources, ['calendly'])).toEqual([])
})

it('names a form that no script can see', () => {
  const code = '<iframe src="https://docs.google.com/forms/d/e/1/viewform" />'
  expect(nameOtherSenders([{ path: 'src/Ask.tsx', code }])).toMatchObject([
    { code: 'lead-elsewhere' },
  ])
})
