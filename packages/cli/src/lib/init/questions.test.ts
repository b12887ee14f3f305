import { expect, it } from 'vitest'

import { type Answers, readAnswer } from './questions.ts'

it.each<[keyof Answers, string, string]>([
  ['pixelId', ' 1234 5678 9012\u00A0345', '123456789012345'],
  ['builder', 'school.example', 'https://school.example'],
  ['url', ' track.school.example/ ', 'https://track.school.example/'],
  ['mainSite', 'школа.рф', 'https://школа.рф'],
  ['url', 'http://school.example', 'http://school.example'],
  ['url', 'school', 'school'],
  ['builder', 'javascript:alert(1)//x.y', 'javascript:alert(1)//x.y'],
  ['name', 'school.example', 'school.example'],
])('understands %s "%s"', (key, text, value) => {
  expect(readAnswer(key, text)).toBe(value)
})
