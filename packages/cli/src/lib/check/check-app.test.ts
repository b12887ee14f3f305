import { expect, it } from 'vitest'

import { findLeadForms, nameOtherSenders } from './check-app.ts'

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

const FIELD = '<TextField label="Email" /><TextField label="Question" multiline />'

it.each<[code: string, place: object | undefined, path?: string]>([
  ['<form><input value={form.phone} /></form>', { offset: 5 }],
  [`<motion.form>${FIELD}</motion.form>`, {}],
  [
    `<Box>\n<Stack component="form"><Stack>${FIELD}</Stack></Stack>\n<Stack /></Box>`,
    { place: { line: 2 } },
  ],
  ["const fields = [{ type: 'email' }]\n<form><input type={field.type} /><textarea /></form>", {}],
  [
    '<form><input type="email" name="a" /><input type={isShown ? \'text\' : \'password\'} /></form>',
    undefined,
  ],
  ['<form (ngSubmit)="saveChanges()"><input type="tel" /></form>', undefined],
  ['<form><input type="tel" /></form>', undefined, 'src/add-contact.html'],
  [
    'await send()\nif (!ok) return\nsetIsSent(true)\n<form><input type="tel" /></form>',
    { success: ' (line 3)' },
  ],
])('finds a lead form in %s', (code, place, path = 'src/Ask.tsx') => {
  const found = findLeadForms({ path, code })
  expect(found).toMatchObject(place ? [place] : [])
})

it('edits no form that asks for the contact data of a student', () => {
  const options = '{ required: true, pattern: /^\\d{9}$/, validate: { a: 1 } }'
  const code = `<form><input placeholder='Student contact no.' {...register('no', ${options})} /></form>`
  const place = { file: 'src/Ask.tsx', line: 1 }
  expect(findLeadForms({ path: 'src/Ask.tsx', code })).toEqual([{ place, success: '' }])
})
