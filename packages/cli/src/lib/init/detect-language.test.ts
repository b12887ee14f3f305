import { expect, it } from 'vitest'

import { detectLanguage } from './detect-language.ts'

it.each([
  ['Курсы для тех, кто хочет выучить язык. ', undefined, 'ru'],
  ['Курсы для тех, кто хочет выучить язык. ', 'en', 'ru'],
  ['Курси для тих, хто хоче вивчити її мову. ', 'ru', 'ru'],
  ['Курси для тих, хто хоче вивчити її мову. ', 'en', 'uk'],
  ['Курсы для тех, кто хочет выучить язык в Києві. ', 'en', 'ru'],
  ['Балаларға арналған қысқа курстар және сабақ. ', 'en', 'kk'],
  ['요가 수업과 강사 교육 과정을 안내합니다. ', 'en', 'ko'],
  ['בית ספר לעיצוב ולאופנה, קורסים לכל הגילים. ', 'ar', 'he'],
  ['Zajęcia dla dzieci i dorosłych. ', 'en', 'pl'],
  ['Zajęcia dla dzieci i dorosłych. ', undefined, 'pl'],
  ['Clases para niños y adultos con una profesora. ', 'en', 'es'],
  ['Classes per a nens i adults amb una professora. ', 'ca', 'ca'],
  ['Nuestro English Academy for kids and adults. ', 'en', 'en'],
  ['เรียนภาษาอังกฤษ English Conversation ', 'en', 'th'],
  ['Lessons Prices Contact Gallery ', undefined, undefined],
  ['Classes for children and adults. ', 'ru', 'en'],
  ['中文学校开设多种课程', 'en', 'zh'],
  ['英会話教室 受講料金表 お問合', undefined, 'ja'],
  ['中文課程', 'zh-TW', 'zh-TW'],
])('reads %j, declared as %s, as %s', (text, declared, expected) => {
  expect(detectLanguage(text.repeat(20), declared)).toBe(expected)
})

it('trusts the declaration of a short text', () => {
  expect(detectLanguage('Курсы', 'en')).toBe('en')
})
