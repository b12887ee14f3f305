import { expect, it } from 'vitest'

import { smallSchool } from '../school.fixture.ts'
import { contentId } from './content-id.ts'

it.each([
  ['the last segment of its path', { path: '/programs/physics.html' }, 'physics'],
  ['its id', { path: '/programs/physics.html', id: 'PH-1' }, 'PH-1'],
  ['its name if it has no page', {}, 'Physics'],
  ['its name on the home page', { path: '/' }, 'Physics'],
  [
    'its name if the segment is encoded',
    { path: '/%D1%84%D0%B8%D0%B7%D0%B8%D0%BA%D0%B0' },
    'Physics',
  ],
  ['its name if another page ends like its own', { path: '/programs/light/' }, 'Physics'],
])('identifies a program by %s', (_, fields, id) => {
  const physics = { name: 'Physics', ...fields }
  const programs = [physics, { name: 'Light', path: '/light' }]
  expect(contentId({ ...smallSchool(), programs }, physics)).toBe(id)
})
