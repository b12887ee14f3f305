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
  ['Zajęcia dla dzieci w grupach od jesieni do maja, jak co roku. ', 'en', 'pl'],
  ['Zajęcia dla dzieci w grupach od jesieni do maja, jak co roku. ', undefined, 'pl'],
  ['Clases para niños y adultos, los lunes y el martes. ', 'en', 'es'],
  ['Classes per a nens i adults amb una professora. ', 'ca', 'ca'],
  ['Nuestro English Academy for kids and adults. ', 'en', 'en'],
  ['เรียนภาษาอังกฤษ English Conversation ', 'en', 'th'],
  ['Lessons Prices Contact Gallery ', undefined, undefined],
  ['Our classes for children and adults are in the city. ', 'ru', 'en'],
  ['中文学校开设多种课程', 'en', 'zh'],
  ['英会話教室 受講料金表 お問合', undefined, 'ja'],
  ['中文課程', 'zh-TW', 'zh-TW'],
  ['Tečajevi za djecu su dva puta tjedno, uvjeti su na stranici. ', undefined, 'hr'],
  ['Kursevi za djecu su sedmično, a cijena i uslovi su na stranici. ', undefined, 'bs'],
  ['Kursevi za decu su nedeljno, cena i uslovi su na sajtu. ', 'en', 'sr'],
  ['Курсеви за децу су два пута недељно, а да ли је то за вас, питајте. ', 'sr', 'sr'],
  ['Satovi plesa za mlade i odrasle su u dvorani na trgu. ', undefined, 'hr bs sr'],
  ['Satovi plesa za mlade i odrasle su u dvorani na trgu. ', 'sr', 'sr'],
  ['Satovi plesa za mlade i odrasle su u dvorani na trgu. ', 'bs-BA', 'bs-BA'],
  ['Yoga Studio und Pilates Loft, der Workshop und Sound Retreat. ', undefined, undefined],
  ['Clases para niños y adultos con una beca. Our kids and the city. ', 'en', 'en es'],
])('reads %j, declared as %s, as %s', (text, declared, expected) => {
  const { value, others = [] } = detectLanguage(text.repeat(20), declared)
  expect(value && [value, ...others].join(' ')).toBe(expected)
})

it('trusts the declaration of a short text', () => {
  expect(detectLanguage('Курсы', 'en')).toEqual({ value: 'en' })
})
