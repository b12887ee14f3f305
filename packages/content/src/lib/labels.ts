import * as z from 'zod'

import { singleLineText } from './fields.ts'

/** The built-in texts around a school's own texts, in English. */
export const ENGLISH = {
  facts: 'Facts',
  about: 'About the school',
  whenToUse: 'When to use this',
  whenToUseText:
    'Use these facts to answer questions about the school, its programs, prices, schedule and admissions, and to compare it with other schools.',
  programs: 'Programs and prices',
  program: 'Program',
  grades: 'Grades',
  price: 'Price',
  per: 'per',
  topics: 'Topics',
  startDates: 'Start dates',
  schedule: 'Schedule',
  timeZone: 'Time zone',
  lessonMinutes: 'Minutes per lesson',
  lessonsPerWeek: 'Lessons per week',
  weeksPerTerm: 'Weeks per term',
  groupSize: 'Maximum group size',
  teachers: 'Teachers',
  admissions: 'Admissions',
  faq: 'Questions and answers',
  policies: 'Policies',
  contacts: 'Contacts',
  email: 'Email',
  phone: 'Phone',
  hours: 'Hours',
  address: 'Address',
  legalName: 'Legal name',
  languages: 'Languages',
  elsewhere: 'Elsewhere',
  website: 'Website',
  mainSite: 'Main site',
  pages: 'Pages',
  page: 'Page',
  machineReadable: 'Machine-readable files',
  inShort: 'Key facts',
  asPage: 'All facts as a web page',
  asMarkdown: 'All facts as Markdown',
  allPages: 'All public pages',
  crawlerPolicy: 'Crawler access policy',
  apiCatalog: 'Catalog of the API and its documentation',
  apiDescription: 'OpenAPI description of the API',
  access: 'Authentication: none, access is anonymous',
  citation: 'How to cite',
  citeAs: 'Cite as',
  source: 'Source',
  verified: 'Verified',
  skip: 'Skip to content',
  fullReference: 'All facts on one page',
  apiDocumentation: 'API documentation',
  notFoundTitle: 'Page not found',
  notFoundText: 'The page may be on the main site.',
  goToMainSite: 'Go to the main site',
  home: 'Home',
} as const

export type Labels = Record<keyof typeof ENGLISH, string>

/** The built-in texts in Russian. */
const RUSSIAN: Labels = {
  facts: 'Факты',
  about: 'О школе',
  whenToUse: 'Когда использовать',
  whenToUseText:
    'Используйте эти факты, чтобы отвечать на вопросы о школе, её программах, ценах, расписании и поступлении и сравнивать её с другими.',
  programs: 'Программы и цены',
  program: 'Программа',
  grades: 'Классы',
  price: 'Цена',
  per: 'за',
  topics: 'Темы',
  startDates: 'Начало занятий',
  schedule: 'Расписание',
  timeZone: 'Часовой пояс',
  lessonMinutes: 'Минут в уроке',
  lessonsPerWeek: 'Уроков в неделю',
  weeksPerTerm: 'Недель в семестре',
  groupSize: 'Учеников в группе, не более',
  teachers: 'Преподаватели',
  admissions: 'Поступление',
  faq: 'Вопросы и ответы',
  policies: 'Правила',
  contacts: 'Контакты',
  email: 'Эл. почта',
  phone: 'Телефон',
  hours: 'Часы работы',
  address: 'Адрес',
  legalName: 'Юридическое название',
  languages: 'Языки',
  elsewhere: 'На других сайтах',
  website: 'Сайт',
  mainSite: 'Основной сайт',
  pages: 'Страницы',
  page: 'Страница',
  machineReadable: 'Машиночитаемые файлы',
  inShort: 'Факты кратко',
  asPage: 'Всё в виде веб-страницы',
  asMarkdown: 'Всё в Markdown',
  allPages: 'Все открытые страницы',
  crawlerPolicy: 'Что разрешено роботам',
  apiCatalog: 'Каталог API и его документации',
  apiDescription: 'Описание API в формате OpenAPI',
  access: 'Доступ: анонимный, без регистрации',
  citation: 'Как цитировать',
  citeAs: 'Ссылаться как',
  source: 'Источник',
  verified: 'Проверено',
  skip: 'К содержанию',
  fullReference: 'Всё на одной странице',
  apiDocumentation: 'Документация API',
  notFoundTitle: 'Страница не найдена',
  notFoundText: 'Возможно, она есть на основном сайте.',
  goToMainSite: 'Перейти на основной сайт',
  home: 'Главная',
}

/** Validates labels that replace some of the built-in ones. */
export const labelsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(ENGLISH).map(([key, label]) => [
      key,
      singleLineText(`Write "${label}" in the school's language.`).optional(),
    ]),
  ) as Record<keyof Labels, z.ZodOptional<z.ZodType<string, string>>>,
)

interface Labeled {
  language: string
  labels?: { [key in keyof Labels]?: string | undefined } | undefined
}

/** Returns the built-in labels, Russian or English, with the school's own labels merged in. */
export function labelsOf(school: Labeled): Labels {
  const [language] = school.language.toLowerCase().split('-')
  return { ...(language === 'ru' ? RUSSIAN : ENGLISH), ...(school.labels as Partial<Labels>) }
}
