import { expect } from 'vitest'

import type { Scenario, ScenarioRun } from './scenarios.ts'

/**
 * The page's timers run when `later` moves its clock by eleven seconds: longer than a form waits, and than the same event is not
 * tracked again. Those without a delay run at once.
 */
export const PAGE = `<script>
  const { setTimeout: wait, clearTimeout: clear } = self
  let now = 0
  let last = 0
  let timers = []
  self.setTimeout = (work, ms = 0) => {
    if (ms < 200) return wait(work, ms)
    timers.push({ work, at: now + ms, id: --last })
    return last
  }
  self.clearTimeout = (id) => {
    clear(id)
    timers = timers.filter((timer) => timer.id !== id)
  }
  async function later(ms = 11_000) {
    // Those without a delay have started before.
    await new Promise((resolve) => wait(resolve))
    const end = now + ms
    for (;;) {
      const [due] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!due) break
      timers = timers.filter((timer) => timer !== due)
      now = due.at
      due.work()
    }
    now = end
  }
  const prevent = (event) => event.preventDefault()
  const reject = () => document.querySelector('[name=email]').setAttribute('aria-invalid', 'true')
  function type(values) {
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector('[name=' + name + ']')
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  function press(values) {
    type(values)
    document.querySelector('button').click()
  }
  function pressKey(key, target) {
    const init = { key, bubbles: true, cancelable: true, composed: true }
    document.querySelector(target).dispatchEvent(new KeyboardEvent('keydown', init))
  }
  async function send(values) {
    press(values)
    await later()
  }
</script>
<script src="polaris.js"></script>`
const FIELDS = `<input name="name" placeholder="Name"><input type="email" name="email" placeholder="Email">
  <input type="tel" name="phone" placeholder="Phone"><button>Send</button>`
const FORM = `<form data-track="Lead" action="1">${FIELDS}</form>`
const ANNA = `{ name: 'Anna', email: 'anna@school.example', phone: '+49 171 1234567' }`
const BEN = `{ email: 'ben@school.example', phone: '' }`

type Row = [name: string, leads: number, ...pages: [form: string, script: string][]]

/** What visitors do with forms, and how many Leads it is. */
const ROWS: Row[] = [
  [
    'a form in three steps',
    1,
    [
      FORM,
      `const form = document.forms[0]
      const steps = ['<input name="age">', '<input type="email" name="email">', '']
      addEventListener('submit', (event) => {
        event.preventDefault()
        form.innerHTML = steps.shift() + '<button>Next</button>'
      })
      form.innerHTML = '<input name="name"><button>Next</button>'
      await send({ name: 'Anna' })
      await send({ age: '12' })
      await send({ email: 'anna@school.example' })`,
    ],
  ],
  [
    'a form without validation, pressed with nothing in it, then filled in',
    1,
    [
      FORM.replace('<form', '<form novalidate'),
      `addEventListener('submit', prevent); await send({}); await send(${ANNA})`,
    ],
  ],
  ...['setCustomValidity(isValid ? "" : "?")', 'setAttribute("aria-invalid", !isValid)'].map(
    (mark): Row => [
      `an email that the page rejects with ${mark.split('(')[0]} after seconds, then corrected`,
      1,
      [
        FORM.replace('<form', '<form novalidate'),
        `addEventListener('submit', (event) => {
          event.preventDefault()
          const { email } = event.target.elements
          const isValid = !email.value.endsWith('.exampl')
          setTimeout(() => email.${mark}, 2000)
        })
        press({ email: 'anna@school' })
        await later(4000)
        await send({ email: 'anna@school.exampl' })
        await send(${ANNA})`,
      ],
    ],
  ),
  [
    'an email that the visitor deletes and types again',
    1,
    [
      FORM,
      `addEventListener('submit', prevent)
      press({ email: 'anna@school.exampl' })
      type({ email: '' })
      await later(300)
      await send({ email: 'anna@school.example' })`,
    ],
  ],
  [
    'a form that the page empties although it rejects a field, as React does after an action, then sent in full',
    1,
    [
      FORM.replace('<button', '<input type="checkbox" name="consent"><button'),
      `addEventListener('submit', (event) => {
        event.preventDefault()
        const { consent } = event.target.elements
        const isValid = consent.checked
        setTimeout(() => {
          event.target.reset()
          consent.setAttribute('aria-invalid', !isValid)
        }, 100)
      })
      await send(${ANNA})
      await later(13_000)
      document.querySelector('[name=consent]').checked = true
      await send(${ANNA})`,
    ],
  ],
  [
    'a rejected form in a dialog that the visitor closes',
    0,
    [
      FORM,
      `addEventListener('submit', prevent)
      press(${ANNA})
      reject()
      document.forms[0].hidden = true
      await later()`,
    ],
  ],
  [
    'a form whose button disappears while it is sent',
    1,
    [
      FORM,
      `addEventListener('submit', prevent)
      press(${ANNA})
      document.querySelector('button').hidden = true
      await later()`,
    ],
  ],
  [
    'a form that the browser sends, before anything else happens to the page',
    1,
    [
      '<iframe name="frame"></iframe>' + FORM.replace('<form', '<form target="frame"'),
      `press(${ANNA}); await later(0); reject(); await later()`,
    ],
  ],
  [
    'a form that the server rejects and shows again with what was typed',
    1,
    [FORM, `await send({ email: 'anna@school.exampl' })`],
    [
      FORM.replace('name="email"', 'name="email" value="anna@school.exampl"').replace('"1"', '"2"'),
      `await send(${ANNA})`,
    ],
    ['', ''],
  ],
  [
    'the same again after going back',
    1,
    [FORM, `await send(${ANNA})`],
    [FORM.replace('"1"', '"2"'), `await send({ email: 'Anna@school.example' })`],
    ['', ''],
  ],
  [
    'a press that a script prevents, before it opens the next page',
    1,
    [
      FORM,
      `addEventListener('click', (event) => { event.preventDefault(); location.href = '1' })
      press(${ANNA})`,
    ],
    ['', ''],
  ],
  [
    'a press that a script prevents, to say what is missing',
    0,
    [FORM, `addEventListener('click', prevent); await send(${ANNA})`],
  ],
  [
    'a press that a script prevents, before it shows "Thank you"',
    1,
    [
      FORM,
      `addEventListener('click', prevent); press(${ANNA}); document.forms[0].hidden = true; await later()`,
    ],
  ],
  [
    'Enter that a script prevents, before it opens the next page',
    1,
    [
      FORM,
      `addEventListener('keydown', (event) => { event.preventDefault(); location.href = '1' })
      type(${ANNA})
      pressKey('Enter', '[name=email]')`,
    ],
    ['', ''],
  ],
  [
    'Enter that does not send the form',
    0,
    [FORM, `type(${ANNA}); pressKey('Enter', '[name=email]'); await later()`],
  ],
  [
    'two children, with a form that is emptied between',
    2,
    [
      FORM.replace('type="email"', 'type="email" required'),
      `addEventListener('submit', (event) => {
        event.preventDefault()
        setTimeout(() => event.target.reset(), 300)
      })
      await send(${ANNA})
      await send(${ANNA})`,
    ],
  ],
  [
    'a form that stays filled in beside "Thank you"',
    1,
    [FORM, `addEventListener('submit', prevent); await send(${ANNA}); await send(${ANNA})`],
  ],
  [
    'two persons',
    2,
    [
      FORM,
      `addEventListener('submit', prevent); await send(${ANNA}); await send(${BEN}); await send(${ANNA})`,
    ],
  ],
  [
    'a person in two programs',
    2,
    [
      FORM,
      `addEventListener('submit', prevent)
      await send(${ANNA})
      document.forms[0].dataset.trackData = '{"content_name":"Physics"}'
      await send(${ANNA})`,
    ],
  ],
  [
    'an email that is corrected before the form counts',
    1,
    [
      FORM,
      `addEventListener('submit', prevent)
      press({ email: 'anna@school.exampl', phone: '' })
      await send({ email: 'anna@school.example', phone: '' })`,
    ],
  ],
  [
    'a form that stays invalid',
    0,
    [FORM, `addEventListener('submit', prevent); press(${ANNA}); reject(); await later()`],
  ],
  [
    'a form that is removed',
    1,
    [
      FORM,
      `addEventListener('submit', prevent); press(${ANNA}); document.forms[0].remove(); await later()`,
    ],
  ],
  [
    'a form after which the visitor presses a key in a field',
    1,
    [
      FORM,
      `addEventListener('submit', prevent)
      press(${ANNA})
      pressKey('PageDown', '[name=email]')
      await later()`,
    ],
  ],
  // A phone can discard a hidden page, and a page that is closed offline stores nothing.
  ...['visibilitychange', 'offline'].map((type): Row => [
    `a page that gets the event ${type}`,
    1,
    [
      FORM,
      `addEventListener('submit', prevent)
        press(${ANNA})
        document.dispatchEvent(new Event('${type}', { bubbles: true }))
        reject()
        await later()`,
    ],
  ]),
  ['a page that is left at once', 1, [FORM, `addEventListener('submit', prevent); press(${ANNA})`]],
  [
    'each submission with data-track-on="submit"',
    2,
    [
      FORM.replace('<form', '<form novalidate data-track-on="submit"'),
      `addEventListener('submit', prevent)
      addEventListener('click', prevent, { once: true })
      await send(${ANNA})
      await send({ email: 'anna@' })
      await send(${ANNA})
      await send(${ANNA})`,
    ],
  ],
]

export const FORM_SCENARIOS: Scenario[] = ROWS.map(([name, leads, ...pages]) => ({
  name: `counts ${name} as ${leads} Lead${leads === 1 ? '' : 's'}`,
  options: { declarative: true, pageView: false },
  pages: pages.map(
    ([form, script], index) => `${PAGE}${form}<script type="module">
      ${script}
      // A form that the browser sends has left the page.
      ${index === pages.length - 1 || leads === 0 ? "location.href = 'rest'" : ''}
    </script>`,
  ),
  verify: (run) => expectLeads(run, leads),
}))

function expectLeads({ posts }: ScenarioRun, count: number): void {
  const events = posts.map((body) => JSON.parse(body))
  expect(events.map(({ event_name }) => event_name)).toEqual(Array(count).fill('Lead'))
  for (const { user_data } of events) expect(user_data).toHaveProperty('em')
}
