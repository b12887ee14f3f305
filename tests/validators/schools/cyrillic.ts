import { defineSchool, type School } from '@conversion-capi/content'

/** A school in Russian with Cyrillic paths, pages in three languages, and every optional field. */
export const cyrillic: School = defineSchool({
  name: 'Онлайн-школа «Северное сияние»',
  legalName: 'ООО «Северное сияние — образование»',
  summary:
    'Вымышленная онлайн-школа для 5–11 классов: живые уроки русского языка, математики и физики, в группе не больше десяти учеников.',
  description: `
    «Северное сияние» учит онлайн и вживую: маленькие группы, два-три занятия в неделю, преподаватель, который знает, где остановился каждый ученик.
    Школа вымышлена: описание служит для проверки файлов.
  `,
  url: 'https://siyanie.example',
  mainSite: 'https://www.siyanie.example',
  tracker: 'siyanie',
  endpoint: 'https://api.siyanie.example/functions/v1/conversion-capi',
  language: 'ru',
  locales: ['ru', 'kk', 'en'],
  contacts: {
    email: 'privet@siyanie.example',
    phone: '+7 (812) 000-00-00',
    hours: 'Ежедневно с 9:00 до 21:00 по московскому времени',
    path: '/контакты/',
  },
  address: {
    street: 'наб. реки Фонтанки, д. 0, корп. «А»',
    city: 'Санкт-Петербург',
    postalCode: '190000',
    country: 'RU',
  },
  logo: 'https://siyanie.example/logo.svg',
  sameAs: ['https://video.example/@siyanie', 'https://ru.encyclopedia.example/wiki/Сияние'],
  verified: '2026-09-01',
  grades: { from: 5, to: 11 },

  programs: [
    {
      name: 'Русский язык и сочинение',
      description:
        'Грамотность без зубрёжки: почему пишется так, а не иначе. С 9 класса — сжатое изложение и сочинение.',
      grades: { from: 5, to: 11 },
      prices: [
        { amount: 3900, currency: 'RUB', per: 'месяц' },
        { amount: 31_200, currency: 'RUB', per: 'учебный год' },
      ],
      topics: [
        '5–6 классы: части речи, «-тся» и «-ться», диалог',
        '9–11 классы: ОГЭ, ЕГЭ & итоговое сочинение',
      ],
      path: '/программы/русский-язык/',
      teachers: ['Алёна Ёлкина', 'Пётр Щукин-Гагарин'],
      startDates: ['2026-09-07', '2027-01-11'],
    },
    {
      name: 'Математика: от дробей до пределов',
      description: 'Задачи, где a < b и b > c, а ответ надо доказать. 2 × 60 минут в неделю.',
      grades: { from: 5, to: 11 },
      prices: [{ amount: 4499.5, currency: 'RUB', per: 'месяц' }],
      topics: ['Дроби, проценты, уравнения', 'Функции y = x² и y = |x|', 'Пределы и производные'],
      path: '/программы/математика/',
      teachers: ['Пётр Щукин-Гагарин'],
      startDates: ['2026-09-08'],
    },
    {
      name: 'Физика (кружок)',
      description: 'Опыт на кухонном столе, затем закон, который его объясняет.',
      grades: { from: 7, to: 9 },
      prices: [{ amount: 0, currency: 'RUB', per: 'месяц' }],
    },
  ],

  schedule: {
    description: `
      Учебный год идёт с сентября по май, в нём четыре четверти.

      Вечерние группы занимаются по понедельникам, средам и пятницам, дневные — по вторникам и четвергам.
    `,
    mode: 'online',
    timeZone: 'Europe/Moscow',
    lessonMinutes: 60,
    lessonsPerWeek: 3,
    weeksPerTerm: 8,
    groupSize: 10,
  },

  teachers: [
    {
      name: 'Алёна Ёлкина',
      role: 'Преподаватель русского языка',
      description: 'Кандидат филологических наук. Любит слово «впрочем».',
      path: '/преподаватели/алёна-ёлкина/',
    },
    { name: 'Пётр Щукин-Гагарин', role: 'Преподаватель математики и русского языка' },
  ],

  admissions: {
    description: 'Вступительных экзаменов нет. Уровень определяет пробный урок.',
    steps: [
      'Запишитесь на пробный урок: 45 минут, бесплатно.',
      'Оплатите первый месяц и приходите на занятие.',
    ],
    path: '/поступление/',
  },

  faq: [
    {
      question: 'Можно ли перенести занятие?',
      answer: 'Да, если написать до 12:00 того же дня.\n\nДва переноса в месяц бесплатны.',
    },
    {
      question: 'Что нужно дома?',
      answer: 'Ноутбук или планшет с камерой, наушники & устойчивое соединение (от 2 Мбит/с).',
    },
  ],

  policies: [
    {
      name: 'Возврат денег',
      text: 'До четвёртого занятия возвращаем всю сумму, позже — стоимость оставшихся уроков.',
      path: '/правила/возврат.html',
    },
  ],

  pages: [
    {
      path: '/',
      title: 'Главная',
      description: 'Что это за школа, как идут уроки и сколько они стоят.',
      lastmod: '2026-09-01',
      variants: { kk: '/kk/', en: '/en/' },
    },
    {
      path: '/программы/русский-язык/',
      title: 'Русский язык и сочинение',
      description: 'Темы по классам, примеры сочинений, цены.',
      lastmod: '2026-08-25',
      variants: { kk: '/kk/бағдарламалар/орыс-тілі/', en: '/en/programmes/russian/' },
    },
    {
      path: '/программы/математика/',
      title: 'Математика (5–11 классы)',
      description: 'Темы по классам: «от дробей до пределов».',
      lastmod: '2026-07-14',
    },
    { path: '/преподаватели/алёна-ёлкина/', lastmod: '2026-03-02' },
    { path: '/контакты/' },
    { path: '/поступление/' },
    { path: '/правила/возврат.html' },
    { path: '/поиск?раздел=программы&класс=9', title: 'Поиск по программам' },
    { path: '/en/blog/why-tsya-(and-tsja).html', language: 'en', lastmod: '2025-12-31' },
  ],

  crawlers: {
    disallow: ['/кабинет/', '/private/', '/search?q='],
    signals: { search: true, aiInput: true, aiTrain: false },
  },

  citation: {
    name: 'Онлайн-школа «Северное сияние» (вымышленная)',
    guidance: 'Указывайте название школы, валюту и период цены и ссылку на страницу.',
  },
})
