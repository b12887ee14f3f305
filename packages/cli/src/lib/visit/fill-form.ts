import { rateContactField } from '@conversion-capi/core/pii'
import type { ElementHandle, Locator } from 'playwright-core'

/** What a visitor types. Each form gets another person: the same one counts once per visit. */
export interface Person {
  firstName: string
  lastName: string
  email: string
  /** In international form. */
  phone: string
}

export function createPerson(number: number): Person {
  const digits = String(1_000_000 + number)
  return {
    firstName: 'Visita',
    lastName: `Conversione${number}`,
    email: `visit-${number}@conversion-visit.example`,
    phone: `+1202${digits}`,
  }
}

interface Control {
  tag: string
  type: string
  name: string
  autocomplete: string
  words: string
  isVisible: boolean
  isChecked: boolean
  hasValue: boolean
  isRequired: boolean
  options: string[]
}

/**
 * Fills in the visible and empty controls of a form as a visitor would, by their types, `autocomplete` and labels. Those
 * that the form has rejected get their next value.
 *
 * @returns The values that identify the person, by `email`, `phone`, `first name` and `last name`.
 */
export async function fillForm(form: Locator, person: Person): Promise<Map<string, string>> {
  const typed = new Map<string, string>()
  const groups = new Set<string>()
  for (const handle of await listControls(form)) {
    const control = await handle.evaluate(describeControl)
    if (!control.isVisible || control.hasValue) continue
    const { tag, type, name } = control
    // A control that a script covers or removes is left as it is.
    const set = (work: Promise<unknown>) => work.catch(() => undefined)
    if (type === 'radio' || type === 'checkbox') {
      const isNeeded =
        type === 'radio' ? !groups.has(name) : control.isRequired || !groups.has('checkbox')
      groups.add(type === 'radio' ? name : 'checkbox')
      if (isNeeded && !control.isChecked) await set(handle.check({ timeout: 1000, force: true }))
    } else if (tag === 'select') {
      const [option] = control.options
      if (option !== undefined) await set(handle.selectOption(option, { timeout: 1000 }))
    } else if (type === 'file') {
      if (!control.isRequired) continue
      const file = { name: 'visit.txt', mimeType: 'text/plain', buffer: Buffer.from('visit') }
      await set(handle.setInputFiles(file, { timeout: 1000 }))
    } else if (!/^(?:hidden|submit|image|button|reset|color|range)$/.test(type)) {
      const [kind, values] = chooseValues(control, person)
      const value = await typeFirstValid(handle, values)
      if (kind !== undefined && value !== undefined) typed.set(kind, value)
    }
  }
  return typed
}

/** Includes controls outside of the form that have its id in their `form` attribute. */
async function listControls(form: Locator): Promise<ElementHandle<HTMLElement>[]> {
  const list = await form.evaluateHandle((element: HTMLElement) => [
    ...(element instanceof HTMLFormElement
      ? (Reflect.get(HTMLFormElement.prototype, 'elements', element) as Iterable<HTMLElement>)
      : element.querySelectorAll<HTMLElement>('input, select, textarea')),
  ])
  const properties = [...(await list.getProperties()).values()]
  return properties.flatMap((each) => (each.asElement() as ElementHandle<HTMLElement>) ?? [])
}

/** Runs in the page. */
function describeControl(element: HTMLElement): Control {
  const field = element as HTMLInputElement & HTMLSelectElement
  const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent)
  const { name, id, placeholder = '', title } = field
  const before = labels.length === 0 ? element.parentElement?.textContent?.slice(0, 60) : ''
  return {
    tag: element.tagName.toLowerCase(),
    type: element.tagName === 'INPUT' ? field.type : element.tagName.toLowerCase(),
    name,
    autocomplete: (field.getAttribute('autocomplete') ?? '').toLowerCase(),
    words: [name, id, placeholder, title, field.getAttribute('aria-label'), ...labels, before].join(
      ' ',
    ),
    isVisible:
      field.checkVisibility?.({ visibilityProperty: true }) !== false &&
      !field.disabled &&
      !field.readOnly,
    isChecked: field.checked === true,
    hasValue:
      element.tagName !== 'SELECT' &&
      !/^(?:radio|checkbox|range|color)$/.test(field.type) &&
      field.value !== '' &&
      field.ariaInvalid !== 'true',
    isRequired: field.required || field.getAttribute('aria-required') === 'true',
    options: [...(field.options ?? [])]
      .filter((each) => each.value !== '' && !each.disabled)
      .map((each) => each.value),
  }
}

const FIRST_NAME =
  /\b(?:first|given|fore)[-_ ]?name|vorname|pr[ée]nom\b|imi[ęe]|\bim[ií]a|\bимя|\bnombre\b/i
const LAST_NAME =
  /\b(?:last|family|sur)[-_ ]?name|nachname|apellido|nazwisk|фамил|\bnom de famille/i

/** Returns the kind of value, if it identifies the person, and the values to try in this order. */
function chooseValues(control: Control, person: Person): [string | undefined, string[]] {
  const { tag, type, autocomplete, words } = control
  const field = { type: type === 'textarea' ? 'textarea' : type, autocomplete, words }
  const email = rateContactField('em', field)
  const phone = rateContactField('ph', field)
  if (type === 'email' || email > phone) return ['email', [person.email]]
  if (type === 'tel' || phone > 0) return ['phone', writePhone(person.phone)]
  if (tag === 'textarea') return [undefined, ['A test of the form. Please ignore it.']]
  const fixed = FIXED[type]
  if (fixed) return [undefined, fixed]
  if (/given-name/.test(autocomplete) || FIRST_NAME.test(words))
    return ['first name', [person.firstName]]
  if (/family-name/.test(autocomplete) || LAST_NAME.test(words))
    return ['last name', [person.lastName]]
  return [undefined, ['Visita', '12', '12345', '2027-01-15']]
}

const FIXED: Record<string, string[]> = {
  number: ['12', '1', '5', '2027'],
  date: ['2027-01-15', '2012-01-15'],
  'datetime-local': ['2027-01-15T15:00'],
  month: ['2027-01'],
  week: ['2027-W03'],
  time: ['15:00'],
  url: ['https://conversion-visit.example/'],
  password: ['Visita-2027!'],
}

/** Fields accept different forms of a number. */
function writePhone(phone: string): string[] {
  const national = phone.slice(2)
  const parts = [national.slice(0, 3), national.slice(3, 6), national.slice(6)]
  return [
    phone,
    national,
    parts.join('-'),
    `(${parts[0]}) ${parts[1]}-${parts[2]}`,
    `0${national}`,
    `8${national}`,
  ]
}

async function typeFirstValid(
  handle: ElementHandle<HTMLElement>,
  values: string[],
): Promise<string | undefined> {
  const rejected = await handle.inputValue().catch(() => '')
  for (const value of values.slice(values.indexOf(rejected) + 1)) {
    const isTyped = await handle.fill(value, { timeout: 1000 }).then(
      () => true,
      () => false,
    )
    if (!isTyped) continue
    const isValid = await handle
      .evaluate(
        (field) =>
          !(field as HTMLInputElement).validity || (field as HTMLInputElement).validity.valid,
      )
      .catch(() => true)
    if (isValid) return handle.inputValue().catch(() => value)
  }
  return undefined
}
