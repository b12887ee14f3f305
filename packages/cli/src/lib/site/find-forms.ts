import { type FormField, rateContactField } from '@conversion-capi/core/pii'
import type { Element, Nodes } from 'hast'

import { attribute, collapseSpace, findElements, shortTexts, textOf } from './elements.ts'

/** What visitors submit a form for, in words. `contact` can be a lead, but nothing says so. */
export const FORM_PURPOSES = {
  lead: 'leave their contact data',
  contact: 'leave an email for an unknown purpose',
  login: 'log in',
  password: 'reset a password',
  newsletter: 'subscribe to a newsletter',
  unsubscribe: 'unsubscribe',
  comment: 'write a comment',
  job: 'apply for a job',
  payment: 'pay',
  other: 'do something else',
} as const

export type FormPurpose = keyof typeof FORM_PURPOSES

export interface Form {
  element: Element
  purpose: FormPurpose
  emails: Element[]
  phones: Element[]
  /** Whether visitors can submit it: with a button, or with Enter in its only field. */
  hasSubmit: boolean
}

interface Field extends FormField {
  element: Element
}

/** The words for email addresses and phone numbers in more languages than the tracker's script knows. */
const EMAIL =
  /e[-_ ]?mail|e[-_ ]?post(?:a|adress\p{L}*)?(?!\p{L})|e[-_ ]?pasts|\be?-?pošta\b|(?:^|[^\p{L}])[еэeи][- ]?м[аеэ]?[йи]л|имейл|[اإ][يی]م[يی]ل|מייל|דוא|メール|邮箱|邮件|信箱|이메일|메일|อีเมล|ईमेल|ηλεκτρον|sähköposti|el[-. ]?paštas/iu
const PHONE =
  /telem[oó]vel|telep[ho]|rufnum|(?:^|[^\p{L}])(?:gsm|puh|hp|cell|viber)(?!\p{L})|komór|puhelin|мобільн|τηλ[εέ]|κινητ|موبايل|تلفن|טלפון|נייד|電話|电话|手机|手機|携帯|전화|휴대|연락처|điện thoại|(?:^|[^\p{L}])s[đd]t(?!\p{L})|โทร|फ़ोन|फोन|मोबाइल|telpon|ponsel/iu

const WORDS: [purpose: FormPurpose, pattern: RegExp][] = [
  [
    'unsubscribe',
    /unsubscri|opt[-_ ]?out|отписа|відписа|abbestell|abmeld|désabonn|désinscri|cancelar (?:la )?suscri|darse de baja|dar de baja|wypisz|odhlásit|disiscri|afmelden|uitschrijven|abonelikten çık/iu,
  ],
  [
    'password',
    /(?:forgot|lost|reset|recover|retrieve)[-_ ]?(?:your |my )?(?:pass|pwd)|pass(?:word|wd)?[-_ /]?(?:reset|recover|forgot)|(?:забыли|восстанов\p{L}*|сброс\p{L}*) (?:ваш |свой )?парол|відновити пароль|passwort (?:vergessen|zurücksetzen)|mot de passe oublié|réinitialiser|(?:olvid|recuper|restablec)\p{L}* (?:tu |su |la )?contraseña|recuperar senha|(?:reset|przypom|odzysk)\p{L}* has[łl]|zapomenuté heslo|wachtwoord (?:vergeten|herstellen)|şifremi unuttum/iu,
  ],
  [
    'comment',
    /\bcomment[-_]?form|\bcommentform|wp-comments-post|comment_post_ID|(?:post|leave|add|submit) (?:a )?(?:comment|reply)|(?:оставить|отправить|добавить) комментари|kommentar (?:abs|schreib|hinterl)|(?:laisser|publier) un commentaire|(?:publicar|dejar un) comentario|(?:dodaj|opublikuj) komentarz/iu,
  ],
  [
    'job',
    /\bjob[-_ ]?(?:appl|form)|\bcareers?\b|\bvacanc|join (?:\p{L}+ )?team\b|\brecruit|вакансі|ваканси|резюме|в команду|до команди|(?:jetzt )?bewerben|bewerbung|rejoindre l.équipe|candidature|trabaj\p{L}* con nosotros|únete al equipo|trabalhe conosco|\bpraca\b|rekrutacja do pracy|lavora con noi|vacature|sollicit|kariyer/iu,
  ],
  [
    'payment',
    /\bcheckout|add[-_]?to[-_]?cart|\bcart\b|paypal|_xclick|stripe|\bpayment|оплатить|liqpay|yookassa/iu,
  ],
  [
    'login',
    /\blog[-_ ]?in\b|\bloginform|\bsign[-_ ]?in\b|\blogon\b|(?:^|[^\p{L}])вход(?:$|[^\p{L}])|войти|увійти|einloggen|se connecter|connexion|iniciar sesión|\bacceder\b|\bentrar\b|zaloguj|logowanie|přihlásit se|inloggen|giriş yap|تسجيل الدخول|כניסה|התחבר|ログイン|登录|登入|로그인/iu,
  ],
]
const NEWSLETTER =
  /newsletter|news[-_ ]letter|mailchimp|mc4wp|mc-embed|list-manage|subscri|mailing[-_ ]list|stay (?:updated|in touch|informed)|рассылк|розсилк|подпис|підпис|жазыл|abonn|bülten|bulletin|infolettre|suscr[ií]|boletín|inscreva|boletim|iscri(?:viti|zione)|zapisz się do|subskry|odběr|odebír|nieuwsbrief|hírlevél|nyhedsbrev|nyhetsbrev|uutiskirje|النشرة|اشترك|ניוזלטר|דיוור|メルマガ|ニュースレター|订阅|구독/iu

const OFFICE =
  /\badmin(?:istration)?[- ](?:dashboard|panel|area)|\bback[- ]?office\b|админ-?панель|панель (?:администратора|управления)/iu

const OTHER_TYPES =
  /^(?:button|checkbox|color|date|datetime-local|file|hidden|image|month|number|password|radio|range|reset|search|submit|time|url|week)$/

/**
 * Finds the forms of a page and what they are for, in any language: by the types of the fields, their `autocomplete`,
 * names, labels and placeholders, and by the names, headings and buttons of the form.
 */
export function findForms(elements: Element[]): Form[] {
  const starts = elements.flatMap(({ tagName }, index) => (tagName === 'form' ? [index] : []))
  if (starts.length === 0) return []
  const captions = readCaptions(elements[0]!)
  const title = elements.find(({ tagName }) => tagName === 'title')
  const isOffice = title !== undefined && OFFICE.test(textOf(title))
  const texts = shortTexts(elements, MAX_CONTEXT)
  const parents = new Map(
    elements.flatMap((element) => element.children.map((child) => [child, element] as const)),
  )
  return starts.map((start, index) => {
    const element = elements[start]!
    const inside = findElements(element).slice(1)
    // A form between the rows of a table is empty for the parser, but owns the fields that follow.
    const owned = inside.some(isControl) ? inside : elements.slice(start + 1, starts[index + 1])
    const controls = owned.filter(isControl).map((each) => readControl(each, captions.get(each)))
    const fields = controls.filter(({ type }) => !OTHER_TYPES.test(type))
    const rated = controls.map((field) => ({
      field,
      phone: rateContactField('ph', field),
      email: rateContactField('em', field),
    }))
    const phones = rated.flatMap(({ field, phone, email }) =>
      (phone > 0 && phone >= email) || /\btel-/.test(field.autocomplete) ? [field] : [],
    )
    const emails = rated.flatMap(({ field, phone, email }) => (email > phone ? [field] : []))
    const words = wordsOf(element, owned)
    const context = `${words}\n${contextOf(element, parents, texts)}`
    const purpose = findPurpose({ controls, fields, emails, phones, words, context })
    return {
      element,
      purpose: isOffice && purpose === 'lead' ? 'contact' : purpose,
      emails: emails.map((field) => field.element),
      phones: phones.map((field) => field.element),
      hasSubmit:
        fields.filter((field) => field.element.tagName === 'input').length <= 1 ||
        [...owned, ...elements.filter((each) => isOwned(each, element))].some(isSubmit),
    }
  })
}

function isOwned({ properties }: Element, form: Element): boolean {
  return properties['form'] !== undefined && properties['form'] === form.properties['id']
}

function isSubmit(element: Element): boolean {
  const type = attribute(element, 'type')?.toLowerCase() ?? ''
  if (element.tagName === 'button') return !/^(?:button|reset)$/.test(type)
  return element.tagName === 'input' && /^(?:submit|image)$/.test(type)
}

/** Finds the fields for an email or a phone number that belong to no form, unless one of these fields is a password. */
export function findLooseFields(elements: Element[]): Element[] {
  const inside = new Set(
    elements.flatMap((each) => (each.tagName === 'form' ? findElements(each) : [])),
  )
  const loose = elements.filter(
    (each) => isControl(each) && !inside.has(each) && each.properties['form'] === undefined,
  )
  // The parser closes a form between the rows of a table before its fields.
  const form = elements.findIndex(({ tagName, children }) => tagName === 'form' && !children.length)
  if (loose.length === 0 || form !== -1) return []
  const captions = readCaptions(elements[0]!)
  const fields = loose.map((each) => readControl(each, captions.get(each)))
  if (fields.some(({ type }) => type === 'password')) return []
  return fields.flatMap((field) =>
    rateContactField('ph', field) > 0 || rateContactField('em', field) > 0 ? [field.element] : [],
  )
}

function isControl({ tagName }: Element): boolean {
  return /^(?:input|select|textarea)$/.test(tagName)
}

type FormParts = Record<'controls' | 'fields' | 'emails' | 'phones', Field[]> &
  Record<'words' | 'context', string>

function findPurpose(parts: FormParts): FormPurpose {
  const { controls, fields, emails, phones, words, context } = parts
  if (fields.some(({ autocomplete }) => /\bcc-/.test(autocomplete))) return 'payment'
  const named = WORDS.find(([, pattern]) => pattern.test(words))?.[0]
  if (controls.some(({ type }) => type === 'password')) {
    return named === 'password' ? named : 'login'
  }
  const hasMessage = fields.some(({ element }) => element.tagName === 'textarea')
  const isOpen = hasMessage || phones.length > 0
  // Who logs in or unsubscribes writes no message.
  if (named && !(isOpen && /^(?:login|password|unsubscribe)$/.test(named))) return named
  if (emails.length === 0 && phones.length === 0) return 'other'
  const others = fields.length - emails.length
  if (!isOpen && others <= 2 && NEWSLETTER.test(context)) return 'newsletter'
  const hasChoice = controls.some(({ element }) => element.tagName === 'select')
  return isOpen || others > 0 || hasChoice ? 'lead' : 'contact'
}

const MAX_CONTEXT = 300

/** Returns the text of the larger one of the two elements around a form whose text is short. */
function contextOf(form: Element, parents: Map<Nodes, Element>, texts: Map<Nodes, string>): string {
  const parent = parents.get(form)
  const outer = parent && parents.get(parent)
  return (outer && texts.get(outer)) ?? (parent && texts.get(parent)) ?? ''
}

function readCaptions(root: Element): Map<Element, string> {
  const captions = new Map<Element, string>()
  const labels = new Map<string, string>()
  let before = ''
  const read = (node: Nodes): void => {
    if (node.type === 'text') before += node.value
    if (node.type !== 'element' || /^(?:noscript|script|style|button)$/.test(node.tagName)) return
    if (isControl(node)) {
      captions.set(node, before)
      before = ''
      return
    }
    const target = node.tagName === 'label' && attribute(node, 'htmlFor')
    if (target) {
      labels.set(target, textOf(node))
      if (!findElements(node).some(isControl)) return
    }
    before = node.tagName === 'form' ? '' : `${before} `
    for (const child of node.children) read(child)
  }
  read(root)
  for (const control of captions.keys()) {
    const label = labels.get(attribute(control, 'id') ?? '')
    if (label !== undefined) captions.set(control, label)
  }
  return captions
}

/** A longer text before a field is a paragraph, not its label. */
const MAX_LABEL = 60

function readControl(element: Element, label = ''): Field {
  const read = (name: string): string => attribute(element, name) ?? ''
  // Typographic quotation marks around attributes are part of their values.
  const inputType = read('type')
    .replaceAll(/[^a-z-]/gi, '')
    .toLowerCase()
  const isKnown = OTHER_TYPES.test(inputType) || /^(?:email|tel)$/.test(inputType)
  const others = element.tagName === 'select' ? 'radio' : 'textarea'
  const caption = collapseSpace(label)
  const names = ['name', 'id', 'placeholder', 'ariaLabel', 'title'].map(read)
  const words = [caption.length > MAX_LABEL ? '' : caption, ...names].join(' ')
  return {
    element,
    type: element.tagName !== 'input' ? others : isKnown ? inputType : 'text',
    autocomplete: read('autoComplete').toLowerCase(),
    words: `${words}${EMAIL.test(words) ? ' email' : ''}${PHONE.test(words) ? ' phone' : ''}`,
  }
}

function wordsOf(form: Element, elements: Element[]): string {
  const named = ['id', 'name', 'className', 'action', 'ariaLabel'].map((name) =>
    attribute(form, name),
  )
  const texts = elements.flatMap((element) => {
    const { tagName } = element
    const type = attribute(element, 'type')?.toLowerCase()
    if (/^(?:h[1-6]|legend|button)$/.test(tagName)) return textOf(element)
    if (tagName !== 'input') return []
    return type === 'submit' || type === 'hidden'
      ? (attribute(element, type === 'submit' ? 'value' : 'name') ?? [])
      : []
  })
  return [...named, ...texts].join('\n').replaceAll(/[ \t]+/g, ' ')
}
