import { describe, expect, it } from 'vitest'

import { findLeadForms } from './lead-forms.ts'

const FIELD = '<TextField label="Email" /><TextField label="Question" multiline />'

/** Returns `file:line`, with the code before an inserted attribute. */
function find(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, code]) => ({ path, code }))
  return findLeadForms(sources).map(({ place, success, offset }) => {
    const code = offset === undefined ? '' : files[place.file!]!.slice(0, offset)
    return `${place.file}:${place.line}${success}${code.replace(/^[^]*(?=<)/, ' ')}`
  })
}

describe('a lead form', () => {
  it.each<[markup: string, found: string[]]>([
    ['<form><input value={form.phone} /></form>', [':1 <form']],
    [`<motion.form>${FIELD}</motion.form>`, [':1 <motion.form']],
    [`<>\n<Stack component="form"><Stack>${FIELD}</Stack></Stack>\n<Stack /></>`, [':2']],
    [`<Form><form>${FIELD}</form></Form>`, [':1 <form']],
    ['<form><input {...register("email")} /><textarea /></form>', [':1 <form']],
    [
      '<form>{[{ type: "email" }].map((field) => <input {...field} />)}<textarea /></form>',
      [':1 <form'],
    ],
    ['<div><input type="tel" placeholder="Phone" /><button>Call me back</button></div>', [':1']],
    ['<form><input type="email" name="a" /><input type={show ? "text" : "password"} /></form>', []],
    ['<form data-track={event}><input type="tel" /></form>', []],
  ])('is found in %s', (markup, found) => {
    const files = { 'src/Ask.tsx': `export const Ask = () => ${markup}` }
    expect(find(files)).toEqual(found.map((each) => `src/Ask.tsx${each}`))
  })

  it.each<[path: string, code: string, found: string[]]>([
    ['a.html', '<form (ngSubmit)="saveChanges()"><input type="tel" /></form>', []],
    ['add-contact.html', '<form><input type="tel" /></form>', []],
    ['a.vue', '<template>\n<form><input v-model="phone" /></form></template>', ['a.vue:2 <form']],
    [
      'a.jsx',
      'async function send() {\n  await post()\n  if (!ok) return\n  setIsSent(true)\n}\nexport const A = () => <form><input type="tel" /></form>',
      ['a.jsx:6 (line 4) <form'],
    ],
  ])('is found in %s', (path, code, found) => {
    expect(find({ [path]: code })).toEqual(found)
  })

  it('is one form with the fields that a page puts into a component', () => {
    const files = {
      'components/Card.tsx':
        'export const Card = ({ fields, children }) => <form>{fields.map((name) => <input key={name} name={name} />)}{children}</form>',
      'pages/contact.tsx':
        'import { Card } from "../components/Card"\nexport default () => <Card fields={["name", "phone"]}><button>Send</button></Card>',
    }
    expect(find(files)).toEqual(['components/Card.tsx:1 <form'])
    const login =
      'import { Card } from "../components/Card"\nexport default () => <Card fields={["email"]}><input type="password" /></Card>'
    expect(find({ ...files, 'pages/start.tsx': login })).toEqual(['components/Card.tsx:1'])
  })

  it('is not found in a component that nothing uses', () => {
    const ask = 'export const Ask = () => <form><input type="tel" /></form>'
    const files = { 'components/Ask.tsx': ask, 'app/page.tsx': 'export default () => <p />' }
    expect(find(files)).toEqual([])
    const page = 'const Ask = dynamic(() => import("@/components/Ask").then((ask) => ask.Ask))'
    expect(find({ ...files, 'app/page.tsx': page })).toEqual(['components/Ask.tsx:1 <form'])
  })

  it('is not edited if it asks for the contact data of a student', () => {
    const options = '{ required: true, pattern: /^\\d{9}$/, validate: { a: 1 } }'
    const field = `<input placeholder='Student contact no.' {...register('no', ${options})} />`
    const files = { 'Ask.tsx': `export const Ask = () => <form>${field}</form>` }
    expect(find(files)).toEqual(['Ask.tsx:1'])
  })
})
